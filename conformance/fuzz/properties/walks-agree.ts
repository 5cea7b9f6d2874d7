import fc from 'fast-check';
import { jsonOf, valueAt } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import type { World } from '../../client/world.ts';
import { openPointInTime, type Page, pageOf } from '../../client/walking.ts';
import { keysOf as keysOfHits } from '../../client/hit-list.ts';
import { isRefusal } from '../../client/expectations.ts';
import { documentsWith, idsWithEdges, onlyRead } from '../arbitraries/edges.ts';
import { propertyOver } from '../dimensions/property-over.ts';
import type { Row } from '../dimensions/table.ts';
import { judging, triedIn } from '../dimensions/tried.ts';
import { cursors, type WalkRow, walks } from '../dimensions/walk-dimensions.ts';
import { expectEachOnce, expectInOrder, wholeCorpus } from '../querying.ts';
import { judgeOther, openOther, type OtherContext } from '../walks/other-context.ts';
import { openingTime } from '../walks/keeping.ts';
import { isFrozenBySearch, readWalk, searchOnce, type Walk, walkOf } from '../walks/walk.ts';
import { change, storeWalks, type WalkCorpus, type WalkDocument } from '../walks/walk-corpus.ts';
import { fieldOf, keysOf, sortOf } from '../walks/walk-fields.ts';
import { queryOf } from '../walks/walk-query.ts';
import {
  expectSortValues,
  expectFull,
  expectOrdered,
  expectSameContent,
  expectTiebreakers,
  expectWritten,
} from '../walks/walk-judgement.ts';

/** How many documents a batch has; one of four has more than fit a page by default. */
const documentsOf = (batch: number) =>
  batch % 4 === 0 ? { least: 11, most: 12 } : { least: 5, most: 7 };

/** Every way to read a result page by page returns what one page returns, which is what was written and matches. */
export const walksAgree = propertyOver({
  id: 'walks-agree',
  describe:
    'Every walk, by any sort over any target, returns the hits of one large page, which are the documents that match.',
  movesClock: true,
  table: walks,
  needs: ['search'],
  beside: (rows, { number }) => fc.record({ documents: documentsFor(rows, number) }),
  only({ documents: all }, rows) {
    const read = new Set(rows.flatMap(keysOf).map(({ field }) => field.name));
    return { documents: all.map(({ id, cells }) => ({ id, cells: onlyRead(cells, read) })) };
  },
  async holds(world, { rows, documents }) {
    const corpus = await storeWalks(world, rows, documents);
    for (const row of rows) {
      if (await judging(pageIn(row), judgeWalk(corpus, row))) triedIn(world).push(row);
    }
  },
});

/** Generates documents with the fields of some walks; their ids depend on the number of the batch, too. */
function documentsFor(
  rows: readonly WalkRow[],
  batch: number,
): fc.Arbitrary<readonly WalkDocument[]> {
  const fields = new Map(rows.map(fieldOf).map((field) => [field.name, field]));
  const others = { n: fc.constantFrom(0, 1), word: fc.constantFrom('b', '', 'B') };
  const sizes = documentsOf(batch);
  return fc
    .tuple(documentsWith([...fields.values()], sizes, others), idsWithEdges(sizes.most, batch))
    .map(([drawn, ids]) => drawn.map((cells, at) => ({ id: ids[at] ?? `${at}`, cells })));
}

/** Compares a walk with one page. Returns false if the target does not offer the search, which is left open. */
async function judgeWalk(corpus: WalkCorpus, row: WalkRow): Promise<boolean> {
  const { world, target } = corpus;
  const all = corpus.documents.map(({ cells }) => cells);
  const { query, matches } = queryOf(row, all);
  const tracked = row.beside.endsWith('total') ? { track_total_hits: row.beside === 'total' } : {};
  const body = { ...query, sort: sortOf(row), ...tracked };
  const matching = corpus.documents.filter(({ cells }) => matches(cells));
  const walk = walkOf(world, row, {
    target,
    body: { ...body, size: Number(row.size) },
    count: matching.length,
  });
  const plain = { method: 'GET', path: `/${target}/_search` };
  // Whether a server searches a list of indices is left open.
  if (row.target === 'list' && isRefusal(await world.send(plain))) return false;
  // The range of dates as nanoseconds is left open: the search, or a shard of it, may fail.
  if (row.type === 'date as nanoseconds') {
    const answer = await world.send({ ...plain, body: { ...body, size: wholeCorpus } });
    if (isRefusal(answer) || hasFailedShard(answer)) return false;
  }
  const other = await openOther(world, walk);
  if (isFrozenBySearch(row)) await openPointInTime(world, target, openingTime(row));
  const answer = await onePage(world, walk);
  const wanted = matching.map(({ index, id }) => `${index}/${id}`);
  const whole = hitsIn(corpus, pageOf(answer));
  expectEachOnce(wanted, whole, `one page of ${wholeCorpus}`);
  expectOrdered(matching, row, whole);
  expectSortValues(matching, row, whole);
  expectWritten(corpus, matching, whole);
  if ([row.beside, row.extended].some((one) => /size 0$|total$/.test(one))) {
    const empty = { body: { ...body, size: 0 }, stage: 'by a page of size 0' } as const;
    const none = pageOf(await searchOnce(world, walk, empty));
    if (none.length > 0) throw new Mismatch([], none, 'a page of size 0 has hits');
  }
  await judging(pagesIn(row), judgePages({ corpus, row, walk, matching, whole, other }));
  if (other !== undefined) await judging(otherIn(row), judgeOther(other, row.other));
  return true;
}

/** Sends the search of a walk with one page for all hits. */
function onePage(world: World, walk: Walk): Promise<Exchange> {
  const body = { ...walk.body, size: wholeCorpus };
  return searchOnce(world, walk, { body, stage: 'by one page' });
}

/** What the one page depends on: a point in time, but no other kind of walk. */
function pageIn(row: WalkRow): Partial<WalkRow> {
  const { kind, ...page } = row;
  return isFrozenBySearch(row) ? { kind, ...page } : page;
}

/** What the pages depend on, if the one page is right. */
function pagesIn(row: WalkRow): Partial<Row> {
  const { kind, slicing, between, extended, beside, other, type } = row;
  return {
    kind,
    slicing,
    between,
    extended,
    ...(cursors.some((one) => one === kind) ? { cursor: `${type} passed back` } : {}),
    ...(/^(?:from|no total)/.test(beside) ? { beside } : {}),
    ...(other.endsWith('between pages') ? { other } : {}),
  };
}

/** What the end of another context depends on. */
function otherIn({ kind, other, shards, target }: WalkRow): Partial<WalkRow> {
  return { kind, other, shards, target };
}

/** True for an answer that says that a shard has failed. */
function hasFailedShard(answer: Exchange): boolean {
  return Number(valueAt(jsonOf(answer), '_shards.failed') ?? 0) > 0;
}

/** A walk, and what one page of it returned. */
interface JudgedWalk {
  readonly corpus: WalkCorpus;
  readonly row: WalkRow;
  readonly walk: Walk;
  /** The documents that match, as they were before the walk. */
  readonly matching: WalkCorpus['documents'];
  readonly whole: Page;
  /** A context that is open beside that of the walk. */
  readonly other: OtherContext | undefined;
}

/** Throws Mismatch unless the pages of a walk are the one page. */
async function judgePages(judged: JudgedWalk): Promise<void> {
  const { corpus, row, walk, matching, whole, other } = judged;
  const slices = await readWalk(corpus.world, walk, async () => {
    await change(corpus, row.between);
    if (row.other === 'read between pages') await other?.read();
    if (row.other === 'released between pages') await other?.release();
  });
  const pages = slices.map((slice) => slice.map((page) => hitsIn(corpus, page)));
  const { type, rank } = row;
  for (const slice of pages) {
    expectOrdered(matching, row, slice.flat());
    await judging(
      { ...pagesIn(row), type, rank },
      Promise.resolve(slice.flat()).then((hits) => {
        expectSortValues(matching, row, hits);
      }),
    );
  }
  const wanted = matching.map(({ index, id }) => `${index}/${id}`);
  expectEachOnce(wanted, pages.flat(2), `the pages of a walk by ${row.kind}`);
  expectSameContent(whole, pages.flat(2));
  if (!row.kind.startsWith('sliced')) expectSameWalk(row, whole, pages.flat());
  if (row.extended === 'never' || !isFrozenBySearch(row)) return;
  const again = hitsIn(corpus, pageOf(await onePage(corpus.world, walk)));
  expectEachOnce(wanted, again, 'one page after the retention was extended');
}

/** Throws Mismatch unless the pages of an undivided walk are one page, as far as its sort decides the order. */
function expectSameWalk(row: WalkRow, whole: Page, pages: readonly Page[]): void {
  const isTotal = row.end === 'unique' || isFrozenBySearch(row);
  if (isTotal) {
    expectInOrder(keysOfHits(whole), pages.flat(), `the pages of a walk by ${row.kind}`);
  }
  if (row.kind === 'point in time') expectTiebreakers(whole, pages.flat());
  if (row.kind === 'scroll') expectFull(pages, Number(row.size));
}

/** The hits of a data stream, with its name in place of that of its index, which is left open. */
function hitsIn({ isStream, target }: WalkCorpus, hits: Page): Page {
  return isStream ? hits.map((hit) => ({ ...(hit as object), _index: target })) : hits;
}
