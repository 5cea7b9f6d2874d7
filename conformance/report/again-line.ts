import type { RunDescription } from './outcome.ts';
import type { GeneratedValues } from './result.ts';

/** What the command that runs a check again is made from: the clauses and, for a property, its id and its values. */
export interface Repeated {
  readonly id: string;
  readonly clauses: readonly string[];
  readonly generated?: GeneratedValues | undefined;
}

/**
 * The command that runs a check again, on the target of a run: the scenarios of the first of its clauses, or the
 * counterexample of a property.
 */
export function againLine(
  { again }: Pick<RunDescription, 'again'>,
  { id, clauses: [first], generated }: Repeated,
): string {
  if (generated?.counterexample !== undefined) {
    const { replay } = generated.counterexample;
    return `search-conformance fuzz ${again} --property ${id} --replay ${replay}`;
  }
  const selector = first === undefined ? [] : ['--clause', first];
  return ['search-conformance', 'run', again, ...selector].join(' ');
}
