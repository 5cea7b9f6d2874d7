import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { type Kind, kindNames, writers } from './kinds.ts';
import type { Masker } from './mask.ts';
import type { RunOutcome } from './outcome.ts';
import type { Output } from './output.ts';

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
}

/** Writes all reports, secrets masked. Throws Error if a file cannot be written any more. */
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
