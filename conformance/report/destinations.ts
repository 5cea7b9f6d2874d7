import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import type { Masker } from './mask.ts';
import type { RunOutcome } from './outcome.ts';
import type { Output } from './output.ts';

/** The kinds of report, `console` apart: each makes one text of an outcome. */
const writers = { json: jsonReport, junit: junitReport } as const;

type Kind = keyof typeof writers;

/** Where one report goes; without a file to the standard output. */
export interface Destination {
  readonly kind: Kind;
  readonly file?: string;
}

/**
 * Reads the values of `--report`: `kind` or `kind=FILE`. Throws UsageError on an unknown kind, on a file that cannot be
 * written, and where two reports claim the standard output.
 */
export function readDestinations(values: readonly string[]): readonly Destination[] {
  const destinations = values.filter((value) => value !== 'console').map(readDestination);
  for (const { file } of destinations) if (file !== undefined) checkWritable(file);
  if (destinations.filter(({ file }) => file === undefined).length > 1) {
    throw new UsageError('--report: only one report fits on the standard output');
  }
  return destinations;
}

/** Where reports go, and what none of them may show. */
export interface Delivery {
  readonly destinations: readonly Destination[];
  readonly out: Output;
  readonly masker: Masker;
}

/** Writes all reports, secrets masked. Throws Error where a file cannot be written any more. */
export function writeReports(outcome: RunOutcome, delivery: Delivery): void {
  for (const { kind, file } of delivery.destinations) {
    const text = delivery.masker.text(writers[kind](outcome));
    if (file === undefined) delivery.out.write(text);
    else writeFileSync(file, text);
  }
}

function readDestination(value: string): Destination {
  const at = value.indexOf('=');
  const name = at < 0 ? value : value.slice(0, at);
  const kind = Object.keys(writers).find((known): known is Kind => known === name);
  if (kind === undefined) {
    const known = ['console', ...Object.keys(writers)].join(', ');
    throw new UsageError(`--report: there is no kind "${name}"; known: ${known}`);
  }
  if (at < 0) return { kind };
  const file = value.slice(at + 1);
  if (file === '') throw new UsageError(`--report ${value}: the file has no name`);
  return { kind, file };
}

function checkWritable(file: string): void {
  const folder = dirname(resolve(file));
  try {
    if (existsSync(file)) {
      if (statSync(file).isDirectory()) throw new Error('it is a folder');
      accessSync(file, constants.W_OK);
    } else {
      if (!statSync(folder).isDirectory()) throw new Error(`${folder} is no folder`);
      accessSync(folder, constants.W_OK);
    }
  } catch (error) {
    throw new UsageError(`the report ${file} cannot be written: ${String(error)}`);
  }
}
