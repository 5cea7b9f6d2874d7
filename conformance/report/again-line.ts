import { plainId, type GeneratedValues, type RewritingUse } from './result.ts';
import type { RunDescription } from './outcome.ts';

/** What the command that runs a check again is made from: the clauses and, for a property, its id and its values. */
export interface Repeated {
  readonly id: string;
  readonly clauses: readonly string[];
  readonly generated?: GeneratedValues | undefined;
  readonly rewriting?: RewritingUse | undefined;
}

/**
 * The command that runs a check again, on the target of a run: the scenarios of the first of its clauses, the
 * counterexample of a property, or a scenario whose requests were sent in another way.
 */
export function againLine(
  { again }: Pick<RunDescription, 'again'>,
  { id, clauses: [first], generated, rewriting }: Repeated,
): string {
  if (generated?.counterexample !== undefined) {
    const { replay } = generated.counterexample;
    return `search-conformance fuzz ${again} --property ${id} --replay ${replay}`;
  }
  if (rewriting !== undefined) {
    const scenario = plainId({ id, rewriting });
    return `search-conformance run ${again} --scenario ${scenario} --rewriting ${rewriting.id}`;
  }
  const selector = first === undefined ? [] : ['--clause', first];
  return ['search-conformance', 'run', again, ...selector].join(' ');
}
