import { at } from '../../base/assert.ts';
import type { JsonObject } from '../../base/json.ts';
import { runInTurns } from '../../base/work.ts';
import type { Yielder } from '../../base/yielder.ts';
import type { PreparedShard } from '../prepare-search.ts';
import { onShard } from '../prepare-search.ts';
import type { ViewMatches } from '../match-views.ts';
import type { Aggregation } from './aggregation.ts';
import type { BucketCount, Collector, Collectors } from './collector.ts';
import { collectInSteps, countBuckets, enterAll, resultsOf } from './collector.ts';
import { dateHistogramCollector } from './date-histogram.ts';
import { metricCollector } from './metric.ts';
import { termsCollector } from './terms.ts';

/** The matches and aggregations of a search. */
export interface AggregationRun {
  readonly aggregations: ReadonlyMap<string, Aggregation>;
  readonly shards: readonly PreparedShard[];
  readonly matches: readonly ViewMatches[];
  readonly yielder: Yielder;
}

/** Computes the aggregations of a search over all its matches; returns the results by name. */
export async function aggregate(run: AggregationRun): Promise<JsonObject> {
  const { shards, matches, yielder } = run;
  const collectors = createAll(run.aggregations, countBuckets(yielder.budget));
  for (const found of matches) {
    const { shard } = at(shards, found.shard);
    const { segment } = found.view;
    const scope = { index: shard.index, segment, turn: { room: segment.stride, pending: [] } };
    const collect = onShard(shard, () => enterAll(collectors, scope));
    await yielder.yieldIfDue();
    await runInTurns(collectInSteps(found.docs, collect, scope), yielder);
  }
  return resultsOf(collectors, 0, yielder);
}

function createAll(
  aggregations: ReadonlyMap<string, Aggregation>,
  buckets: BucketCount,
): Collectors {
  return new Map(
    [...aggregations].map(([name, definition]) => [name, create(definition, buckets)]),
  );
}

function create(definition: Aggregation, buckets: BucketCount): Collector {
  const { meta } = definition;
  const collector = computing(definition, buckets);
  if (meta === undefined) return collector;
  return {
    ...collector,
    result: async (bucket, yielder) => ({ meta, ...(await collector.result(bucket, yielder)) }),
  };
}

function computing(definition: Aggregation, buckets: BucketCount): Collector {
  if (definition.kind !== 'terms' && definition.kind !== 'date_histogram') {
    return metricCollector(definition, buckets);
  }
  const children = createAll(definition.children, buckets);
  return definition.kind === 'terms'
    ? termsCollector({ definition, children, buckets })
    : dateHistogramCollector({ definition, children, buckets });
}
