import { badgeReport } from './badge.ts';
import { githubReport } from './github.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown-report.ts';
import type { RunOutcome } from './outcome.ts';
import { tapReport } from './tap.ts';

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
