import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import type { Masker } from './mask.ts';
import type { RunOutcome } from './outcome.ts';
import type { Output } from './output.ts';
import type { Report } from './read-report.ts';

/** The kinds of report that are one text; the console report is written while the run goes on. */
const writers = { json: jsonReport, junit: junitReport } as const;

/** The kind of report that a delivery brings its own writer for: `report` knows nothing of pages. */
const pageKind = 'html';

type Kind = keyof typeof writers | typeof pageKind;

const kinds: readonly Kind[] = [...(Object.keys(writers) as (keyof typeof writers)[]), pageKind];

/** Where one report goes: to a file, or without one to standard output. */
export interface Destination {
  readonly kind: Kind;
  readonly file?: string;
}

/**
 * Reads the values of `--report`: `kind` or `kind=FILE`. Throws UsageError if a kind is unknown, a file cannot be
 * written, or two reports go to the same file or both to standard output.
 */
export function readDestinations(values: readonly string[]): readonly Destination[] {
  const destinations = values.filter((value) => value !== 'console').map(readDestination);
  const files = destinations.flatMap(({ file }) => file ?? []);
  for (const file of files) checkReportFile(file);
  if (destinations.length - files.length > 1) {
    throw new UsageError('--report: only one report can go to standard output');
  }
  const paths = files.map((file) => resolve(file));
  const twice = paths.find((path, at) => paths.indexOf(path) < at);
  if (twice !== undefined) throw new UsageError(`--report: two reports go to the file ${twice}`);
  return destinations;
}

/** Where reports go, and the masker that all of them pass through. */
export interface Delivery {
  readonly destinations: readonly Destination[];
  readonly out: Output;
  readonly masker: Masker;
  /** Writes the HTML report; gets what the JSON report says, secrets masked. */
  readonly page: (report: Report) => string;
}

/** Writes all reports, secrets masked. Throws Error if a file cannot be written any more. */
export function writeReports(outcome: RunOutcome, delivery: Delivery): void {
  for (const { kind, file } of delivery.destinations) {
    const text = reportText(kind, outcome, delivery);
    if (file === undefined) delivery.out.write(text);
    else writeFileSync(file, text);
  }
}

/** A page is made of masked text: its escapes would hide secrets from the masker. */
function reportText(kind: Kind, outcome: RunOutcome, { masker, page }: Delivery): string {
  if (kind !== pageKind) return masker.text(writers[kind](outcome));
  return page(JSON.parse(masker.text(jsonReport(outcome))) as Report);
}

function readDestination(value: string): Destination {
  const at = value.indexOf('=');
  const name = at < 0 ? value : value.slice(0, at);
  const kind = kinds.find((known) => known === name);
  if (kind === undefined) {
    if (name === 'console') {
      throw new UsageError(
        '--report console takes no file; only json=FILE, junit=FILE and html=FILE do',
      );
    }
    const known = ['console', ...kinds].join(', ');
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
    if (existsSync(file)) {
      if (statSync(file).isDirectory()) throw new Error('it is a directory');
      accessSync(file, constants.W_OK);
    } else {
      if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a directory`);
      accessSync(folder, constants.W_OK);
    }
  } catch (error) {
    throw new UsageError(`the report ${file} cannot be written: ${String(error)}`);
  }
}
