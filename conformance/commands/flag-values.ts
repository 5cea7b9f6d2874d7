import { InvalidArgumentError, Option } from 'commander';
import { waitMs } from '../base/duration.ts';
import { UsageError } from '../base/errors.ts';
import { kindNames } from '../report/destinations.ts';
import type { Shard } from '../run/selection.ts';

/** A header that a flag adds to every request: its name in lower case, and its value. */
export type HeaderFlag = readonly [name: string, value: string];

const secretHeader = /^(?:authorization|proxy-authorization|cookie)$/;

/** Reads a duration such as `30s`, in milliseconds; for commander. */
export function readDuration(text: string): number {
  const duration_ms = waitMs(text);
  if (duration_ms !== undefined && duration_ms > 0) return duration_ms;
  throw new InvalidArgumentError('Expected a duration such as 500ms, 30s or 2m.');
}

/** Reads a day, `YYYY-MM-DD`; for commander. */
export function readDay(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isDay && new Date(text).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Expected a day such as 2030-01-31.');
}

/** Returns what reads an integer within bounds; for commander. */
export function integerFrom(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected an integer from ${min} to ${max}.`);
  };
}

/** Reads a number of workers; for commander. */
export const readCount = integerFrom(1, 64);

/** Reads a number of scenarios or failures; for commander. */
export const readScenarioCount = integerFrom(1, 100_000);

/** Reads a seed, a signed integer of 32 bits; for commander. */
export const readSeed = integerFrom(-(2 ** 31), 2 ** 31 - 1);

/** Reads a number of values or sequences; for commander. */
export const readRuns = integerFrom(1, 1_000_000);

/** Reads one part of a selection, `i/n`; for commander. */
export function readShard(text: string): Shard {
  const [, index = '', count = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new InvalidArgumentError('Expected a part of the selection such as 1/3.');
}

/** A flag that takes several values; `all` is what an absent flag stands for in the help. */
export function listOption(syntax: string, help: string, all = 'all'): Option {
  return new Option(syntax, help).default([], all);
}

/** The flag `--report`. */
export function reportOption(): Option {
  const kinds = kindNames.join(', ');
  return listOption(
    '--report <kind[=file]>',
    `console, or one of ${kinds}, to a file or to standard output (repeatable)`,
    'console',
  ).argParser((text, before: readonly string[]) => [...before, text]);
}

/**
 * Reads a base URL; returns it without a trailing slash. Throws UsageError if it is wrong; the message does not show the
 * value, as it may hold a password.
 */
export function readBaseUrl(flag: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${flag}: expected an http or https URL such as http://localhost:9200`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`${flag}: the URL must not contain credentials; use --auth`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError(`${flag}: the URL must not have a query string or a fragment`);
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * Reads `Name: value`. Throws UsageError if it is not a header or holds credentials; the message does not show the value,
 * as it may be a secret.
 */
export function readHeader(
  text: string,
  before: readonly HeaderFlag[] = [],
): readonly HeaderFlag[] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError('--header: expected "Name: value"');
  }
  if (secretHeader.test(name.toLowerCase())) {
    throw new UsageError(`--header: use --auth instead of the header ${name}`);
  }
  return [...before, [name.toLowerCase(), value]];
}
