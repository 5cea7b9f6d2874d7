import type { Environment } from '../../base/environment.ts';
import type { DocSet } from '../../store/doc-set.ts';
import type { SegmentView } from '../../store/segment.ts';
import type { Work } from '../../base/work.ts';
import { runInTurns } from '../../base/work.ts';
import type { Yielder } from '../../base/yielder.ts';
import { startYielder } from '../../base/yielder.ts';
import { prepareSegments, workOnShard } from '../../search/prepare-search.ts';
import type { Query, Weight } from '../../search/query/weight.ts';
import { allWords, compileQuery, scopeOf } from '../../search/query/weight.ts';
import type { SearchShard } from '../../search/shard-target.ts';
import type { SourceSchema } from './source-schema.ts';
import { schemaOf } from './source-schema.ts';

/** The documents of one segment that a query runs over. */
export interface SourcePart {
  readonly shard: SearchShard;
  readonly view: SegmentView;
  readonly docs: DocSet;
  readonly count: number;
}

/** A snapshot of the indices of a query. */
export interface OpenSource {
  readonly schema: SourceSchema;
  readonly parts: readonly SourcePart[];
  /** Number of documents in all parts. */
  readonly count: number;
}

/** The indices to open, and the filter of the request. */
export interface SourceRequest {
  readonly shards: readonly SearchShard[];
  readonly filter: Query | undefined;
  readonly environment: Environment;
}

/**
 * Opens the indices of a query. With a filter, indices without a matching document are excluded together with their
 * columns, unless no index would remain. Throws a ServiceError if the filter is invalid for an index.
 *
 * Clauses: query-filter.filter-default-none, query-filter.filter-restricts, query-filter.filter-in-texts,
 * query-filter.filter-in-md, query-filter.filter-in-cbor, query-filter.filter-in-smile, query-filter.filter-in-arrow,
 * query-filter.filter-over-pattern, query-filter.filter-range, query-filter.filter-term, query-filter.filter-terms, query-filter.filter-match,
 * query-filter.excluded-index-drops-columns, query-filter.kept-index-keeps-columns,
 * query-filter.excluded-index-resolves-conflict, query-filter.schemas-unchanged,
 * query-filter.columns-of-excluded-indices, query-filter.where-keeps-columns.
 */
export async function openSource(request: SourceRequest): Promise<OpenSource> {
  const { shards, filter, environment } = request;
  const now_ms = environment.now();
  const yielder = startYielder(environment);
  const parts: SourcePart[] = [];
  for (const shard of shards) parts.push(...(await partsOf({ shard, filter, now_ms, yielder })));
  const kept = new Set(parts.filter(({ count }) => count > 0).map(({ shard }) => shard.index));
  const indices = [...new Set(shards.map(({ index }) => index))];
  const shown = indices.filter((index) => filter === undefined || kept.has(index));
  return {
    schema: await runInTurns(schemaOf(shown.length === 0 ? indices : shown), yielder),
    parts: parts.filter(({ count }) => count > 0),
    count: parts.reduce((sum, { count }) => sum + count, 0),
  };
}

interface ShardRequest {
  readonly shard: SearchShard;
  readonly filter: Query | undefined;
  readonly now_ms: number;
  readonly yielder: Yielder;
}

function partsOf({ shard, filter, now_ms, yielder }: ShardRequest): Promise<SourcePart[]> {
  const { index, snapshot } = shard;
  const context = { index, snapshot, now_ms, nestedPath: undefined, words: allWords() };
  const work = workOnShard(shard, function* inSteps() {
    yield* prepareSegments(snapshot);
    const weights: Weight[] = [];
    for (const query of [filter, shard.filter]) {
      if (query !== undefined) weights.push(yield* compileQuery(query, context));
    }
    const parts: SourcePart[] = [];
    for (const view of snapshot.views) {
      yield;
      parts.push({ shard, view, ...(yield* matching(view, weights)) });
    }
    return parts;
  });
  return runInTurns(work, yielder);
}

function* matching(
  { segment, live }: SegmentView,
  weights: readonly Weight[],
): Work<Pick<SourcePart, 'docs' | 'count'>> {
  let docs = live;
  for (const weight of weights) docs = docs.and((yield* weight(scopeOf(segment))).docs);
  return { docs, count: docs.count() };
}
