import { madeOnce } from '../base/lazily.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { RawJson } from '../base/write-json.ts';
import { refuse } from '../base/service-error.ts';
import type { Work } from '../base/work.ts';
import { globMatcher } from '../base/wildcard.ts';

/** Limits of one `filter_path`: the work per member of an answer grows with the number of segments. */
const maxPaths = 128;
const maxSegments = 512;

/** How far paths have matched on the way to one member of an answer. */
interface Progress {
  /** True if a path selects the member and everything below it. */
  readonly selects: boolean;
  /** True if no path can select anything below the member. */
  readonly isOver: boolean;
  /** Returns the progress at a member of this one. */
  readonly below: (name: string) => Progress;
}

/** Throws a ServiceError if the parameter `filter_path` has too many paths or segments. */
export function checkFilterPath(paths: string | undefined): void {
  if (paths === undefined) return;
  const { included, excluded } = splitPaths(paths);
  const all = [...included, ...excluded];
  if (all.length > maxPaths) refuse(`[filter_path] can have at most [${maxPaths}] paths`);
  if (all.flatMap((path) => path.split('.')).length > maxSegments) {
    refuse(`the paths of [filter_path] can have at most [${maxSegments}] segments together`);
  }
}

/**
 * versioning.common-parameters: returns the members of an answer that a comma-separated list of paths selects, without
 * those that a path with a leading `-` selects. A path passes through arrays. Returns undefined if nothing is left.
 */
export function* filterPath(value: unknown, paths: string): Work<unknown> {
  const { included, excluded } = splitPaths(paths);
  const kept = included.length === 0 ? value : yield* filter(value, progressOf(included), false);
  return excluded.length === 0 ? kept : yield* filter(kept, progressOf(excluded), true);
}

function splitPaths(paths: string) {
  const all = paths.split(',').filter((path) => path !== '');
  return {
    included: all.filter((path) => !path.startsWith('-')).map(withoutRepeats),
    excluded: all
      .filter((path) => path.startsWith('-'))
      .map((path) => withoutRepeats(path.slice(1))),
  };
}

/** Several `**` in a row have the meaning of one. */
function withoutRepeats(path: string): string {
  const segments = path.split('.');
  return segments.filter((each, at) => each !== '**' || segments[at - 1] !== '**').join('.');
}

/** Takes what is left of the paths; an empty text is the end of one. */
function progressOf(paths: Iterable<string>): Progress {
  const left = new Set(paths);
  const steps = [...left].map(stepOf);
  const known = new Map<string, Progress>();
  return {
    selects: left.has('') || left.has('**'),
    isOver: left.size === 0,
    below: (each) =>
      madeOnce(known, each, (name) => progressOf(steps.flatMap((step) => step(name)))),
  };
}

/** Returns what is left of a path at a member of some name; `**` matches any number of names. */
function stepOf(path: string): (name: string) => readonly string[] {
  const [first = '', ...others] = path.split('.');
  if (first === '**') {
    const next = stepOf(others.join('.'));
    return (name) => [path, ...next(name)];
  }
  const matches = globMatcher(first);
  return (name) => (matches(name) ? [others.join('.')] : []);
}

/** Returns what the paths select, or all of a value but that; undefined if nothing is left. */
function* filter(value: unknown, progress: Progress, excludes: boolean): Work<unknown> {
  if (progress.selects) return excludes ? undefined : value;
  if (progress.isOver) return excludes ? value : undefined;
  yield;
  const opened = value instanceof RawJson ? parseJson(value.text) : value;
  if (Array.isArray(opened)) {
    const items = yield* filterAll(opened.entries(), () => progress, excludes);
    return items && items.map(([, item]) => item);
  }
  if (!isJsonObject(opened)) return excludes ? opened : undefined;
  const members = yield* filterAll(Object.entries(opened), progress.below, excludes);
  return members && Object.fromEntries(members);
}

function* filterAll<Key>(
  entries: Iterable<readonly [Key, unknown]>,
  progressAt: (key: Key) => Progress,
  excludes: boolean,
): Work<(readonly [Key, unknown])[] | undefined> {
  const kept: (readonly [Key, unknown])[] = [];
  for (const [key, value] of entries) {
    if (value === undefined) continue;
    const left = yield* filter(value, progressAt(key), excludes);
    if (left !== undefined) kept.push([key, left]);
  }
  return excludes || kept.length > 0 ? kept : undefined;
}
