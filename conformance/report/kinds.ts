import { githubReport } from './github.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown-report.ts';
import type { RunOutcome } from './outcome.ts';
import { tapReport } from './tap.ts';
import type { Verdict } from './verdict.ts';

/** The JSON that the endpoint badge of shields.io reads: conformant clauses, of those judged. */
export function badgeReport({ verdicts, exit_code }: RunOutcome): string {
  const count = (...wanted: readonly Verdict[]): number =>
    verdicts.filter(({ verdict }) => wanted.includes(verdict)).length;
  const conformant = count('conformant');
  const judged = count('conformant', 'non-conformant', 'incomplete');
  const message = judged === 0 ? 'nothing judged' : `${conformant} of ${judged} clauses`;
  const badge = { schemaVersion: 1, label: 'conformance', message, color: colourOf(exit_code) };
  return `${JSON.stringify({ ...badge, isError: exit_code > 3 })}\n`;
}

/** The colour follows the exit code, so that a known failure does not change it. */
function colourOf(code: RunOutcome['exit_code']): string {
  if (code === 0) return 'brightgreen';
  if (code === 1) return 'red';
  return code === 3 ? 'yellow' : 'lightgrey';
}

/** The kinds of report that are one text; the console report is written while the run goes on. */
export const writers = {
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
  tap: tapReport,
  github: githubReport,
  badge: badgeReport,
} as const satisfies Readonly<Record<string, (outcome: RunOutcome) => string>>;

/** The kind of report that a delivery brings its own writer for: `report` knows nothing of pages. */
export const pageKind = 'html';

/** The name of a kind of report. */
export type Kind = keyof typeof writers | typeof pageKind;

/** The names of all kinds but `console`. */
export const kindNames = [...Object.keys(writers), pageKind] as readonly Kind[];
