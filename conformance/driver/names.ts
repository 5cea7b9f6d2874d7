import { wallClock, randomHex } from '../base/environment.ts';

/**
 * A name that a run gives: `ck-`, the seconds of its start and random digits, the worker, the scenario. A line before it
 * makes it a name that the specification leaves open.
 */
const ownName = /(?:\b|_)ck-([0-9a-z]{6})[0-9a-f]{4}-(?:\d+|f)-\d+-/;

/**
 * Adds the prefix of a scenario to an alias, or to each alias of a comma-separated list, so that only this scenario
 * uses the names. Supports wildcards, exclusions `-name` and date math `<name-{now/d}>`; leaves `_all` unchanged.
 */
export function uniqueNames(prefix: string, list: string): string {
  return list
    .split(',')
    .map((part) => part.trim())
    .map((part) => uniqueName(prefix, part))
    .join(',');
}

function uniqueName(prefix: string, part: string): string {
  if (part === '_all' || part === '') return part;
  const sign = /^[-<]+/.exec(part)?.[0] ?? '';
  return `${sign}${prefix}${part.slice(sign.length)}`;
}

/** The id of a new run: the seconds of its start in six digits of base 36, and random digits. */
export function runId(started_ms: number, random: string): string {
  return `${Math.floor(started_ms / 1000)
    .toString(36)
    .padStart(6, '0')}${random}`;
}

/** When the run began that gave this name; undefined for a name that no run gives. */
export function startOf(name: string): number | undefined {
  const found = ownName.exec(name);
  const digits = found?.index === 0 ? found[1] : undefined;
  return digits === undefined ? undefined : Number.parseInt(digits, 36) * 1000;
}

/** What all names of a scenario begin with, from one of them; undefined for a name that no run gives. */
export function prefixOf(name: string): string | undefined {
  return ownName.exec(name)?.[0];
}

/** True if a name in a path can only stand for itself: it is no list, pattern or name on another cluster, and no other path. */
export function namesOneThing(name: string): boolean {
  return !/[\s,:*?"<>|\\/%;&\uFF0C\p{C}]/u.test(name);
}

/** A segment of a path, percent-decoded; unchanged if it is not encoded correctly. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** True if a text contains a name that a run gives. */
export function holdsOwnName(text: string): boolean {
  return ownName.test(text);
}

/** A new name for an index that a command needs outside any scenario; `clean` finds it, too. */
export function newIndexName(purpose: 'probe' | 'doctor' | 'init'): string {
  return `ck-${runId(wallClock(), randomHex(2))}-f-0-${purpose}`;
}
