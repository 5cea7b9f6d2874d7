import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { defined, UsageError } from '../base/errors.ts';
import { jsonReport } from './json.ts';
import type { Masker } from './mask.ts';
import type { RunOutcome } from './outcome.ts';
import type { Output } from './output.ts';
import { printable } from '../base/printable.ts';
import { writeFile } from '../base/write-file.ts';
import type { Report } from './read-report.ts';
import { githubReport } from './github.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown-report.ts';
import { shareOf } from './verdict.ts';

/** The JSON that the endpoint badge of shields.io reads: conformant clauses, of those judged. */
export function badgeReport({ verdicts, exit_code }: RunOutcome): string {
  const { conformant, judged } = shareOf(verdicts.map(({ verdict }) => verdict));
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
const writers = {
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
  github: githubReport,
  badge: badgeReport,
} as const satisfies Readonly<Record<string, (outcome: RunOutcome) => string>>;

/** The kind of report that a delivery brings its own writer for: `report` knows nothing of pages. */
const pageKind = 'html';

/** The name of a kind of report. */
type Kind = keyof typeof writers | typeof pageKind;

/** The names of all kinds but `console`. */
export const kindNames = [...Object.keys(writers), pageKind] as readonly Kind[];

/** Where one report goes: to a file, or without one to standard output. */
export interface Destination {
  readonly kind: Kind;
  readonly file?: string;
}

/**
 * Reads the values of `--report`: `kind` or `kind=FILE`. Throws UsageError if a kind is unknown, a file cannot be
 * written, two reports go to the same file or both to standard output, or one to a file among `inputs`.
 */
export function readDestinations(
  values: readonly string[],
  inputs: readonly (string | undefined)[] = [],
): readonly Destination[] {
  const destinations = values.filter((value) => value !== 'console').map(readDestination);
  const files = destinations.flatMap(({ file }) => file ?? []);
  for (const file of files) checkReportFile(file);
  if (destinations.length - files.length > 1) {
    throw new UsageError('--report: only one report can go to standard output');
  }
  checkDistinct(files, inputs);
  return destinations;
}

/**
 * Throws UsageError if two reports go to the same file, also by different names, or one to a file that the command
 * reads. A device may take several.
 */
export function checkDistinct(
  files: readonly string[],
  inputs: readonly (string | undefined)[],
): void {
  const paths = files.filter((file) => !isDevice(file)).map(realPath);
  const twice = paths.find((path, at) => paths.indexOf(path) < at);
  if (twice !== undefined) throw new UsageError(`--report: two reports go to the file ${twice}`);
  const read = inputs.find((file) => file !== undefined && paths.includes(realPath(file)));
  if (read !== undefined) {
    throw new UsageError(
      `--report: a report would replace the file ${read}, which the command reads`,
    );
  }
}

function isDevice(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile();
}

/** The path of a file, or of one that is yet to be made, without symbolic links. */
function realPath(file: string): string {
  const path = resolve(file);
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return existsSync(folder) ? join(realpathSync(folder), basename(path)) : path;
}

/** Where reports go, and the masker that all of them pass through. */
export interface Delivery {
  readonly destinations: readonly Destination[];
  readonly out: Output;
  readonly masker: Masker;
  /** Writes the HTML report; gets what the JSON report says, secrets masked. Undefined if no destination is one. */
  readonly page: ((report: Report) => string) | undefined;
}

/** Writes all reports, secrets masked. Returns a line for each that could not be written. */
export function writeReports(outcome: RunOutcome, delivery: Delivery): readonly string[] {
  return delivery.destinations.flatMap(({ kind, file }) => {
    const text = reportText(kind, outcome, delivery);
    if (file !== undefined) return writeReport(file, text);
    delivery.out.write(text);
    return [];
  });
}

/** Writes one report to a file, without control characters. Returns a line if that is not possible, otherwise none. */
export function writeReport(file: string, text: string): readonly string[] {
  try {
    writeFile(file, printable(text));
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`error: the report ${file} cannot be written: ${reason}`];
  }
}

/** A page is made of masked text: its escapes would hide secrets from the masker. */
function reportText(kind: Kind, outcome: RunOutcome, { masker, page }: Delivery): string {
  const text = masker.text(kind === pageKind ? jsonReport(outcome) : writers[kind](outcome));
  if (kind !== pageKind) return printable(text);
  return printable(defined(page, 'writer of pages')(JSON.parse(text) as Report));
}

function readDestination(value: string): Destination {
  const at = value.indexOf('=');
  const name = at < 0 ? value : value.slice(0, at);
  const kind = kindNames.find((known) => known === name);
  if (kind === undefined) {
    if (name === 'console') {
      throw new UsageError(`--report console takes no file; ${kindNames.join(', ')} do`);
    }
    const known = ['console', ...kindNames].join(', ');
    throw new UsageError(`--report: unknown kind "${name}"; known: ${known}`);
  }
  if (at < 0) return { kind };
  const file = value.slice(at + 1);
  if (file === '') throw new UsageError(`--report ${value}: the name of the file is missing`);
  return { kind, file };
}

/** Throws UsageError if a report cannot be written to the file. */
export function checkReportFile(file: string): void {
  const folder = dirname(resolve(file));
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found !== undefined) {
      if (found.isDirectory()) throw new Error('it is a directory');
      accessSync(file, constants.W_OK);
    } else {
      if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a directory`);
      accessSync(folder, constants.W_OK);
    }
  } catch (error) {
    throw new UsageError(`the report ${file} cannot be written: ${String(error)}`);
  }
}
