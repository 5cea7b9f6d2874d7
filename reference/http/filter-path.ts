import { at } from '../base/assert.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { RawJson } from '../base/write-json.ts';
import { refuse } from '../base/service-error.ts';
import type { Work } from '../base/work.ts';
import { globMatcher } from '../base/wildcard.ts';

/** Limits of one `filter_path`: the work per member of an answer grows with the number of segments. */
const maxPaths = 128;
const maxSegments = 512;

/** A segment of a path: `**` matches any number of names, `end` follows the last segment of each path. */
type Segment = '**' | 'end' | ((name: string) => boolean);

/** How far the paths have matched on the way to one member of an answer. */
interface Progress {
  /** True if a path selects the member and everything below it. */
  readonly selects: boolean;
  /** True if no path can select anything below the member. */
  readonly isOver: boolean;
  /** Returns the progress at a member of this one. */
  below(name: string): Progress;
}

/** Throws a ServiceError if the parameter `filter_path` has too many paths or segments. */
export function checkFilterPath(paths: string | undefined): void {
  if (paths === undefined) return;
  const { included, excluded } = splitPaths(paths);
  const all = [...included, ...excluded];
  if (all.length > maxPaths) refuse(`[filter_path] can have at most [${maxPaths}] paths`);
  const segments = all.reduce((sum, path) => sum + segmentsOf(path).length, 0);
  if (segments > maxSegments) {
    refuse(`the paths of [filter_path] can have at most [${maxSegments}] segments together`);
  }
}

/**
 * versioning.common-parameters: returns the members of an answer that a comma-separated list of paths selects, without
 * those that a path with a leading `-` selects. A path passes through arrays. Returns undefined if nothing is left.
 */
export function* filterPath(value: unknown, paths: string): Work<unknown> {
  const { included, excluded } = splitPaths(paths);
  const kept = included.length === 0 ? value : yield* include(value, startOf(included));
  return excluded.length === 0 ? kept : yield* exclude(kept, startOf(excluded));
}

function splitPaths(paths: string) {
  const all = paths.split(',').filter((path) => path !== '');
  return {
    included: all.filter((path) => !path.startsWith('-')),
    excluded: all.filter((path) => path.startsWith('-')).map((path) => path.slice(1)),
  };
}

/** Returns the segments of a path. Consecutive `**` are merged: they have the same meaning as one. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split('.');
  return segments.filter((segment, i) => segment !== '**' || segments[i - 1] !== '**');
}

function startOf(paths: readonly string[]): Progress {
  const segments: Segment[] = [];
  const starts: number[] = [];
  for (const path of paths) {
    starts.push(segments.length);
    for (const segment of segmentsOf(path)) {
      segments.push(segment === '**' ? segment : globMatcher(segment));
    }
    segments.push('end');
  }
  return progressAt(new Set(starts), segments);
}

/** Takes the segments of all paths, and the positions of those that the next name must match. */
function progressAt(positions: ReadonlySet<number>, segments: readonly Segment[]): Progress {
  const known = new Map<string, Progress>();
  const isEnd = (position: number): boolean => at(segments, position) === 'end';
  return {
    selects: [...positions].some(
      (position) => isEnd(position) || (at(segments, position) === '**' && isEnd(position + 1)),
    ),
    isOver: positions.size === 0,
    below(name) {
      const found = known.get(name) ?? progressAt(advance(positions, segments, name), segments);
      known.set(name, found);
      return found;
    },
  };
}

/** Returns the positions after one name, without duplicates, so that there are never more of them than segments. */
function advance(
  positions: ReadonlySet<number>,
  segments: readonly Segment[],
  name: string,
): ReadonlySet<number> {
  const next = new Set<number>();
  for (const position of positions) {
    const isAny = at(segments, position) === '**';
    if (isAny) next.add(position);
    const matched = isAny ? position + 1 : position;
    const segment = at(segments, matched);
    if (typeof segment === 'function' && segment(name)) next.add(matched + 1);
  }
  return next;
}

function* include(value: unknown, progress: Progress): Work<unknown> {
  if (progress.isOver) return undefined;
  if (progress.selects) return value;
  yield;
  const opened = open(value);
  if (isList(opened)) {
    const kept: unknown[] = [];
    for (const item of opened) {
      const left = yield* include(item, progress);
      if (left !== undefined) kept.push(left);
    }
    return kept.length === 0 ? undefined : kept;
  }
  if (!isJsonObject(opened)) return undefined;
  const kept: [name: string, member: unknown][] = [];
  for (const [name, member] of members(opened)) {
    const left = yield* include(member, progress.below(name));
    if (left !== undefined) kept.push([name, left]);
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function* exclude(value: unknown, progress: Progress): Work<unknown> {
  if (progress.isOver) return value;
  yield;
  const opened = open(value);
  if (isList(opened)) {
    const kept: unknown[] = [];
    for (const item of opened) kept.push(yield* exclude(item, progress));
    return kept;
  }
  if (!isJsonObject(opened)) return opened;
  const kept: [name: string, member: unknown][] = [];
  for (const [name, member] of members(opened)) {
    const below = progress.below(name);
    if (!below.selects) kept.push([name, yield* exclude(member, below)]);
  }
  return Object.fromEntries(kept);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function members(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function open(value: unknown): unknown {
  return value instanceof RawJson ? (parseJson(value.text) satisfies JsonValue) : value;
}
