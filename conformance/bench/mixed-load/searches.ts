import type { Activity } from './lane.ts';
import { anchorIds, check, docsIndex, oneOf } from './lane.ts';

const queries: readonly object[] = [
  { match_all: {} },
  { match: { text: 'amber' } },
  { range: { n: { gte: 1000, lt: 60_000 } } },
  { bool: { filter: [{ term: { anchor: true } }], must_not: [{ term: { word: 'dune' } }] } },
  { terms: { lane: ['lane-0', 'lane-2'] } },
];

/** Searches with a sort; checks the order of the hits. */
export const sortedSearch: Activity = async (lane) => {
  const order = oneOf(lane, ['asc', 'desc']);
  const body = { query: oneOf(lane, queries), size: 30, sort: [{ n: order }, { id: 'asc' }] };
  const { hits } = await lane.caller.json(`POST /${docsIndex}/_search`, { body });
  const numbers = (hits?.hits ?? []).map(({ sort }) => Number(sort?.[0]));
  const sorted = numbers.toSorted((a, b) => (order === 'asc' ? a - b : b - a));
  check(
    numbers.join() === sorted.join(),
    () => `hits are not sorted by n ${order}: ${numbers.join()}`,
  );
};

/** Searches with aggregations; the counts of the buckets must add up to the number of hits. */
export const aggregation: Activity = async (lane) => {
  const field = oneOf(lane, ['word', 'lane']);
  const body = {
    size: 0,
    track_total_hits: true,
    query: oneOf(lane, queries),
    aggs: {
      groups: { terms: { field, size: 50 }, aggs: { mean: { avg: { field: 'n' } } } },
      days: { date_histogram: { field: 'when', fixed_interval: '7d' } },
    },
  };
  const { hits, aggregations } = await lane.caller.json(`POST /${docsIndex}/_search`, { body });
  for (const name of ['groups', 'days']) {
    const buckets = aggregations?.[name]?.buckets ?? [];
    const counted = buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0);
    check(
      counted === hits?.total?.value,
      () => `${name} count ${counted} of ${hits?.total?.value} hits`,
    );
  }
};

/** Counts the documents that are never deleted. */
export const count: Activity = async (lane) => {
  const body = { query: { term: { anchor: true } }, size: 0, track_total_hits: true };
  const { hits } = await lane.caller.json(`POST /${docsIndex}/_search`, { body });
  const expected = anchorIds().length;
  check(
    hits?.total?.value === expected,
    () => `${hits?.total?.value} anchors instead of ${expected}`,
  );
};
