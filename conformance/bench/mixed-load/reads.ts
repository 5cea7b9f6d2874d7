import type { Exchange } from '../../base/exchange.ts';
import { decodeTable } from '../../decode/decode-table.ts';
import { type Format, formatOf, mediaTypes } from '../../decode/formats.ts';
import { memberOf } from './caller.ts';
import {
  type Activity,
  anchorIds,
  anchorsPerLane,
  docsIndex,
  expectSame,
  type Lane,
  laneCount,
  oneOf,
} from './lane.ts';

/** What is left behind is removed by the server after this time. */
const keepTime = '10s';

/** One in so many contexts, results and cursors is left behind. */
const leftOneIn = 8;

const formats = Object.keys(mediaTypes) as readonly Format[];

const sorts: readonly (readonly unknown[])[] = [
  [{ n: 'asc' }],
  [{ word: 'desc' }, { n: 'asc' }],
  [{ when: 'desc' }],
  ['_doc'],
];

const queries: readonly object[] = [
  { match_all: {} },
  { match: { text: 'amber' } },
  { range: { n: { gte: 1000, lt: 60_000 } } },
  { terms: { lane: ['lane-0', 'lane-2'] } },
];

const countsByLane = `FROM ${docsIndex} | WHERE anchor == true | STATS c = COUNT(*) BY lane | SORT lane`;
const counts = Array.from({ length: laneCount }, (_, lane) => `${anchorsPerLane} lane-${lane}`);

/** A hit of a search. */
interface Hit {
  readonly _id: string;
  readonly sort: readonly unknown[];
}

/** Searches with a sort and an aggregation; checks the order of the hits, and that the buckets count all of them. */
export const search: Activity = async (lane) => {
  const aggs = { groups: { terms: { field: oneOf(lane, ['word', 'lane']), size: 50 } } };
  const sort = [{ n: 'asc' }];
  const body = { query: oneOf(lane, queries), size: 30, sort, track_total_hits: true, aggs };
  const answer = await lane.caller.send(`POST /${docsIndex}/_search`, { body });
  const numbers = hitsIn(answer).map((hit) => Number(hit.sort[0]));
  expectSame(
    numbers.toSorted((a, b) => a - b),
    numbers,
    'the order of the hits',
  );
  const buckets = memberOf(answer, 'aggregations.groups.buckets') as readonly Bucket[];
  const counted = buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0);
  expectSame(memberOf(answer, 'hits.total.value'), counted, 'the sum of the buckets');
};

type Bucket = Readonly<Record<'doc_count', number>>;

/** Reads all documents by a scroll; now and then leaves it open. */
export const scroll: Activity = async (lane) => {
  const body = { size: 40 + lane.below(60), sort: oneOf(lane, sorts) };
  let page = await lane.caller.send(`POST /${docsIndex}/_search?scroll=${keepTime}`, { body });
  const pages = [hitsIn(page)];
  const cursor = (): object => ({ scroll_id: memberOf(page, '_scroll_id') });
  while (pages.at(-1)?.length !== 0) {
    page = await lane.caller.send('POST /_search/scroll', {
      body: { ...cursor(), scroll: keepTime },
    });
    pages.push(hitsIn(page));
  }
  expectComplete(pages.flat(), 'scroll');
  if (!leaves(lane)) await lane.caller.send('DELETE /_search/scroll', { body: cursor() });
};

/** Reads all documents of a point in time by search_after, in slices or as a whole; now and then leaves it open. */
export const pointInTime: Activity = async (lane) => {
  const opened = await lane.caller.send(`POST /${docsIndex}/_pit?keep_alive=${keepTime}`);
  const id = memberOf(opened, 'id');
  const max = 1 + lane.below(4);
  const slices = Array.from({ length: max }, (_, slice) =>
    max === 1 ? {} : { slice: { id: slice, max } },
  );
  const sort = oneOf(lane, sorts);
  const parts = await Promise.all(
    slices.map((slice) =>
      searchAfter(lane, { ...slice, sort, pit: { id, keep_alive: keepTime }, size: 50 }),
    ),
  );
  expectComplete(parts.flat(), `point in time in ${max} slices`);
  if (!leaves(lane)) await lane.caller.send('DELETE /_pit', { body: { id } });
};

/** Runs a query in one of the nine formats. */
export const query: Activity = async (lane) => {
  const format = oneOf(lane, formats);
  const body = { query: countsByLane };
  expectCounts(await lane.caller.send(`POST /_query?format=${format}`, { body }), format);
};

/** Runs a query in the background in one of the nine formats; deletes its result, or leaves it. */
export const asyncQuery: Activity = async (lane) => {
  const format = oneOf(lane, formats);
  const accept = mediaTypes[format];
  const body = { query: countsByLane, wait_for_completion_timeout: '0ms', keep_alive: keepTime };
  const started = await lane.caller.send('POST /_query/async', { body, accept });
  const id = started.response.headers['x-service-async-id'];
  if (id === undefined) return expectCounts(started, format);
  const path = `/_query/async/${encodeURIComponent(id)}`;
  const line = `GET ${path}?wait_for_completion_timeout=30s`;
  expectCounts(await lane.caller.send(line, { accept }), format);
  if (leaves(lane)) return;
  await lane.caller.send(`DELETE ${path}`);
  await lane.caller.send(`GET ${path}`, { status: 404 });
};

/** Reads a table page by page with a cursor; now and then leaves it before its end. */
export const sql: Activity = async (lane) => {
  const statement = `SELECT id FROM ${docsIndex} WHERE anchor = true ORDER BY id`;
  let answer = await lane.caller.send('POST /_sql', { body: { query: statement, fetch_size: 70 } });
  const ids = rowsIn(answer);
  for (let cursor = memberOf(answer, 'cursor'); cursor !== undefined;) {
    if (leaves(lane)) return;
    answer = await lane.caller.send('POST /_sql', { body: { cursor } });
    ids.push(...rowsIn(answer));
    cursor = memberOf(answer, 'cursor');
  }
  expectSame(anchorIds().toSorted(), ids, 'the rows of a statement');
};

function rowsIn(answer: Exchange): unknown[] {
  return (memberOf(answer, 'rows') as unknown[][]).flat();
}

/** Returns the hits of all pages of a search in a point in time. */
async function searchAfter(lane: Lane, request: object): Promise<readonly Hit[]> {
  const pages: (readonly Hit[])[] = [];
  for (let after = {}; pages.at(-1)?.length !== 0;) {
    const page = hitsIn(
      await lane.caller.send('POST /_search', { body: { ...request, ...after } }),
    );
    pages.push(page);
    after = { search_after: page.at(-1)?.sort };
  }
  return pages.flat();
}

function hitsIn(answer: Exchange): readonly Hit[] {
  return memberOf(answer, 'hits.hits') as readonly Hit[];
}

function leaves(lane: Lane): boolean {
  return lane.below(leftOneIn) === 0;
}

/** Throws Mismatch if a walk returned a document twice, or none of those that are never deleted. */
function expectComplete(hits: readonly Hit[], walk: string): void {
  const ids = new Set(hits.map(({ _id }) => _id));
  expectSame(ids.size, hits.length, `${walk}: the number of hits with different ids`);
  const missing = anchorIds().filter((id) => !ids.has(id));
  expectSame([], missing, `${walk}: documents are missing`);
}

function expectCounts({ response: { headers, body } }: Exchange, format: Format): void {
  expectSame(format, formatOf(headers['content-type']), 'the format of the answer');
  const { rows } = decodeTable(format, body, { isColumnar: false, hasNames: true });
  expectSame(
    counts,
    rows.map((row) => row.join(' ')),
    `counts in ${format}`,
  );
}
