import { at } from '../base/assert.ts';
import { ServiceError, refuse } from '../base/service-error.ts';
import type { Work } from '../base/work.ts';
import type { ShardSnapshot } from '../store/segment.ts';
import type { ShardContext, Weight } from './query/weight.ts';
import { allWords, compileQuery } from './query/weight.ts';
import type { SearchRequest, SortEntry } from './search-request.ts';
import type { SearchShard } from './shard-target.ts';
import type { ShardSlice } from './slice-matches.ts';
import { checkSlice, sliceOfShard } from './slice-matches.ts';
import { bindSort } from './sort/bind-sort.ts';
import type { BoundKey } from './sort/bound-key.ts';
import { scoreEntry, tiebreaker } from './sort/parse-sort.ts';

/** A search prepared for one shard. */
export interface PreparedShard {
  readonly number: number;
  readonly shard: SearchShard;
  readonly weight: Weight;
  readonly filter: Weight | undefined;
  readonly post_filter: Weight | undefined;
  readonly slice: ShardSlice;
  readonly keys: readonly BoundKey[];
}

/** A search prepared for all its shards. */
export interface PreparedSearch {
  readonly request: SearchRequest;
  readonly shards: readonly PreparedShard[];
  readonly entries: readonly SortEntry[];
  /** True if hits have a `sort` member. */
  readonly showsSort: boolean;
  readonly needsScores: boolean;
}

/** The parts of a search to prepare. */
export interface Preparation {
  readonly request: SearchRequest;
  readonly shards: readonly SearchShard[];
  readonly now_ms: number;
}

/**
 * Prepares a search. Throws a ServiceError with the shard if the search is not valid for an index (window, slices,
 * fields).
 */
export function* prepareSearch(preparation: Preparation): Work<PreparedSearch> {
  const { request, shards } = preparation;
  const { entries, showsSort } = entriesOf(request);
  const needsScores =
    request.min_score !== undefined ||
    request.track_scores ||
    entries.some(({ field }) => field === '_score');
  const prepared: PreparedShard[] = [];
  for (const number of shards.keys()) {
    const shard = at(shards, number);
    const start = () => prepareShard(number, entries, preparation);
    prepared.push(yield* workOnShard(shard, start));
  }
  return { request, entries, showsSort, needsScores, shards: prepared };
}

function* prepareShard(
  number: number,
  entries: readonly SortEntry[],
  { request, shards, now_ms }: Preparation,
): Work<PreparedShard> {
  const shard = at(shards, number);
  const { index, snapshot, filter } = shard;
  const { post_filter, slice } = request;
  yield* prepareSegments(snapshot);
  checkWindow(request, index.settings.max_result_window);
  if (slice !== undefined) checkSlice(slice, index, request.pit !== undefined);
  checkSearchAfter(request, entries);
  const words = allWords();
  const context: ShardContext = { index, snapshot, now_ms, nestedPath: undefined, words };
  return {
    number,
    shard,
    weight: yield* compileQuery(request.query, context),
    filter: filter && (yield* compileQuery(filter, context)),
    post_filter: post_filter && (yield* compileQuery(post_filter, context)),
    slice: slice === undefined ? { kind: 'all' } : sliceOfShard(slice, number, shards.length),
    keys: entries.map((entry) => bindSort(entry, { index, shard: number, now_ms })),
  };
}

/**
 * Returns the sort entries. In a point in time `_shard_doc` is added as the last one, unless the request contains it.
 *
 * Clauses: point-in-time.tiebreaker-is-last-sort-value, point-in-time.tiebreaker-ascending,
 * point-in-time.tiebreaker-without-sort,
 * search-after.point-in-time-walk-with-ties.
 */
function entriesOf(request: SearchRequest) {
  const { sort = [], pit, search_after } = request;
  if (sort.length === 0 && pit !== undefined && search_after !== undefined) {
    return { entries: [tiebreaker], showsSort: true };
  }
  if (sort.length === 0) {
    return { entries: [scoreEntry], showsSort: false };
  }
  if (pit === undefined && isByScoreOnly(sort)) return { entries: [scoreEntry], showsSort: false };
  const hasTiebreaker = pit === undefined || sort.some(({ field }) => field === '_shard_doc');
  return { entries: hasTiebreaker ? sort : [...sort, tiebreaker], showsSort: true };
}

function isByScoreOnly([first, second]: readonly SortEntry[]): boolean {
  return second === undefined && first?.field === '_score' && first.order === 'desc';
}

/**
 * Throws a ServiceError unless `search_after` has as many values as the sort has entries; that of the tiebreaker that a
 * point in time adds may be missing.
 *
 * Clauses: search-after.count-of-values-differs, search-after.without-sort.
 */
function checkSearchAfter(request: SearchRequest, entries: readonly SortEntry[]): void {
  const { search_after, sort = [], pit } = request;
  if (search_after === undefined) return;
  const isScoreOnly = sort.length === 1 && sort[0]?.field === '_score';
  if (pit === undefined && (sort.length === 0 || isScoreOnly)) {
    refuse('Sort must contain at least one field.');
  }
  const isTiebreakerAdded = entries.length === sort.length + 1 && sort.length > 0;
  const least = entries.length - (isTiebreakerAdded ? 1 : 0);
  if (search_after.length > entries.length || search_after.length < least) {
    refuse(`search_after has ${search_after.length} value(s) but sort has ${entries.length}.`);
  }
}

/**
 * Throws a ServiceError if a page ends beyond the result window of the index. For a scroll only the batch size matters.
 *
 * Clauses: from-size.window-reached, from-size.window-exceeded-refused, from-size.size-alone-exceeds-window,
 * from-size.from-alone-exceeds-window, from-size.window-exceeded-status, from-size.window-setting-lowers,
 * from-size.window-setting-raises, from-size.window-setting-per-index, scroll.size-above-window,
 * search-after.reaches-beyond-window.
 */
function checkWindow(request: SearchRequest, window: number): void {
  const { from, size, scroll } = request;
  if (scroll !== undefined && size > window) {
    refuse(
      `Batch size is too large, size must be less than or equal to: [${window}] but was [${size}]. Scroll batch sizes cost as much memory as result windows so they are controlled by the [index.max_result_window] index level setting.`,
    );
  }
  if (scroll === undefined && from + size > window) {
    refuse(
      `Result window is too large, from + size must be less than or equal to: [${window}] but was [${from + size}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
    );
  }
}

/** Runs a function for one shard; if it throws a ServiceError, adds the shard to it. */
export function onShard<T>(shard: SearchShard, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw withShard(error, shard);
  }
}

/** Prepares the segments of a snapshot, before the first look at a value of theirs. */
export function* prepareSegments({ views }: ShardSnapshot): Work<void> {
  for (const { segment } of views) yield* segment.prepare();
}

/** Like `onShard`, for work in steps. */
export function* workOnShard<T>(shard: SearchShard, start: () => Work<T>): Work<T> {
  try {
    return yield* start();
  } catch (error) {
    throw withShard(error, shard);
  }
}

function withShard(error: unknown, { index, snapshot }: SearchShard): unknown {
  if (!(error instanceof ServiceError) || error.details.shard !== undefined) return error;
  return new ServiceError(error.type, error.reason, {
    ...error.details,
    shard: { index: index.name, shard: snapshot.shard },
  });
}
