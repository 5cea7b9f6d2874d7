import { at } from '../base/assert.ts';
import { shortestFloat } from '../base/double-text.ts';
import type { Environment } from '../base/environment.ts';
import { refuse } from '../base/service-error.ts';
import { runInTurns } from '../base/work.ts';
import { startYielder } from '../base/yielder.ts';
import { aggregate } from './aggregations/aggregate.ts';
import type { Cursor } from './collect-hits.ts';
import { collectHits } from './collect-hits.ts';
import { hitPage } from './hit-page.ts';
import { matchViews } from './match-views.ts';
import type { PreparedSearch } from './prepare-search.ts';
import { onShard, prepareSearch } from './prepare-search.ts';
import type { SearchRequest } from './search-request.ts';
import type { TotalHits, SearchResult } from './search-result.ts';
import { countsOf } from './search-result.ts';
import type { SearchShard } from './shard-target.ts';
import type { Key } from './sort/bound-key.ts';

/** The default limit of exact counting. */
const defaultTotalLimit = 10_000;

/** Estimated memory in bytes of a hit before it is fetched. */
const candidate_bytes = 160;

/** A search to execute. */
export interface Execution {
  readonly request: SearchRequest;
  /** All shards to search, in the order of the request; without shards the result has no hits. */
  readonly shards: readonly SearchShard[];
  readonly environment: Environment;
}

/**
 * Executes a search without `scroll` and `pit`. Throws a ServiceError, with the shard, if the search is not valid for
 * an index.
 *
 * Clauses: search.took, search.timed-out, search.shards, search.shards-structure, search.hits-array,
 * search.max-score-null-in-field-sort, search.max-score-number-without-sort, search.max-score-type,
 * from-size.from-skips-hits, from-size.size-bounds-hits, from-size.consecutive-pages-join,
 * from-size.page-past-the-end.
 */
export async function executeSearch(execution: Execution): Promise<SearchResult> {
  return (await searchPage(execution)).result;
}

/**
 * Executes one page of a search: the first one, or the one after the last hit of a scroll. Returns also the last of its
 * hits (or of those before), after which the next page starts.
 */
export async function searchPage({ request, shards, environment }: Execution, after?: Cursor) {
  const started_ms = environment.elapsed();
  const yielder = startYielder(environment);
  const now_ms = environment.now();
  const search = await runInTurns(prepareSearch({ request, shards, now_ms }), yielder);
  checkKinds(search);
  const { hits: matches, aggregated, terminated_early } = await matchViews(search, yielder);
  const found = matches.reduce((sum, { count }) => sum + count, 0);
  const { from, size, aggregations } = request;
  const limit = size === 0 ? 0 : from + size;
  yielder.budget.reserve(candidate_bytes * Math.min(limit, found));
  const cursor = after ?? cursorOf(search);
  const { hits, max_score } = await collectHits({ search, matches, limit, cursor, yielder });
  const page = hits.slice(from, from + size);
  const total = totalOf(request, found);
  const results =
    aggregations.size === 0
      ? undefined
      : await aggregate({ aggregations, shards: search.shards, matches: aggregated, yielder });
  const result: SearchResult = {
    took: Math.max(0, Math.round(environment.elapsed() - started_ms)),
    timed_out: false,
    ...(request.terminate_after > 0 ? { terminated_early } : {}),
    _shards: countsOf(shards.length),
    hits: {
      ...(total === undefined ? {} : { total }),
      // The hits that `from` skips count; a page after the last hit has no score.
      max_score: maxScoreOf(search, hits.length === 0 ? undefined : max_score),
      hits: await hitPage(search, page, yielder),
    },
    ...(results === undefined ? {} : { aggregations: results }),
  };
  const last = page.at(-1);
  return {
    result,
    cursor: last === undefined ? after : { keys: last.keys, position: last.position },
  };
}

/**
 * Returns the greatest score: null in a search with a sort, unless it tracks scores, and 0 in a search without shards.
 */
function maxScoreOf(
  { request, shards, showsSort }: PreparedSearch,
  found: number | undefined,
): number | null {
  if (shards.length === 0) return 0;
  const isShown = !showsSort || request.track_scores;
  return isShown && found !== undefined ? shortestFloat(found) : null;
}

/**
 * Returns the total. `track_total_hits` false omits it; a number is the limit of exact counting.
 *
 * Clauses: search.track-total-hits-false, search.track-total-hits-true, search.total-structure.
 */
function totalOf(request: SearchRequest, found: number): TotalHits | undefined {
  const { track_total_hits, scroll } = request;
  if (track_total_hits === false) return undefined;
  const limit = track_total_hits ?? defaultTotalLimit;
  if (limit === true || scroll !== undefined || found <= limit) {
    return { value: found, relation: 'eq' };
  }
  return { value: limit, relation: 'gte' };
}

/**
 * Parses the `search_after` values, each by its sort field. Without a value for the tiebreaker of a point in time, the
 * page begins after all hits with these values.
 *
 * Clauses: search-after.keyword-values, search-after.date-values, search-after.formatted-date-values.
 */
function cursorOf({ request, shards, entries }: PreparedSearch): Cursor | undefined {
  const { search_after } = request;
  const [first] = shards;
  if (search_after === undefined || first === undefined) return undefined;
  const keys = entries.map((_, number): Key => {
    if (number === search_after.length) return Infinity;
    const bound = shards.map(({ keys }) => at(keys, number));
    const key = bound.find(({ isMapped }) => isMapped) ?? at(bound, 0);
    const value = at(search_after, number);
    return onShard(first.shard, () => {
      if (value === null && key.isNullRefused === true) {
        refuse(
          `[search_after] value at position ${number} cannot be null for sort field [${key.field}].`,
        );
      }
      return key.parse(value);
    });
  });
  return { keys, position: undefined };
}

/** Throws if a sort field has strings in one index and numbers in another. */
function checkKinds({ shards, entries }: PreparedSearch): void {
  for (const [number, entry] of entries.entries()) {
    const kinds = new Set(
      shards.flatMap(({ keys }) => {
        const { isMapped, kind } = at(keys, number);
        return isMapped ? [kind] : [];
      }),
    );
    if (kinds.size > 1) {
      refuse(
        `Can't sort on field [${entry.field}]; the field has incompatible sort types: [STRING] and [LONG] across shards!`,
      );
    }
  }
}
