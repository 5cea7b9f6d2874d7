import { writeJson } from '../base/body.ts';
import type { JoinedFailure } from './causes.ts';
import { againLine } from '../report/shell.ts';
import { failureOfProperty, type JudgedProperty, pairsOf } from './outcome.ts';
import type { Reach } from './reach.ts';
import type { PropertyResult } from './run-property.ts';
import type { FuzzContext } from './report.ts';

/** Writes the results as JSON, with all requests of each counterexample. */
export function fuzzJson(
  run: FuzzContext & {
    readonly seed: number;
    readonly profile: string;
    readonly reach: Reach | undefined;
    readonly causes: readonly JoinedFailure[];
  },
  judged: readonly JudgedProperty[],
): string {
  const { seed, profile, base_url, reach, causes } = run;
  const properties = judged.map(({ result, ...plain }) => {
    const pairs = result === undefined ? undefined : pairsOf(result);
    const entry = { ...plain, ...(pairs === undefined ? {} : { pairs }), ...notesOf(result) };
    const failed =
      result === undefined ? undefined : failureOfProperty(result, { masker: run.masker });
    const counterexample = failed?.generated?.counterexample;
    if (failed === undefined || counterexample === undefined) return entry;
    return {
      ...entry,
      clauses: failed.scenario.clauses,
      ...counterexample,
      again: againLine(run, { ...failed.scenario, generated: failed.generated }),
      failure: failed.failure,
      exchanges: failed.exchanges,
    };
  });
  return `${JSON.stringify(JSON.parse(writeJson({ seed, profile, base_url, reach, causes, properties })), null, 2)}\n`;
}

/** What a property has noted besides its outcome, without empty lists. */
function notesOf(result: PropertyResult | undefined): Readonly<Record<string, readonly string[]>> {
  const { observed = [], serverErrors = [] } = result ?? {};
  const notes = { observed, server_errors: serverErrors };
  return Object.fromEntries(Object.entries(notes).filter(([, lines]) => lines.length > 0));
}
