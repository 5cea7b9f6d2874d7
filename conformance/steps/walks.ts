import { isDeepStrictEqual } from 'node:util';
import type { DataTable } from '@cucumber/cucumber';
import { jsonOf, valueAt } from '../base/body.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import {
  type Page,
  afterReader,
  type Body,
  fromReader,
  readEach,
  type Reader,
  readInTurn,
  scrollReader,
  searchIn,
  slicedBodies,
  walkScroll,
} from '../client/walking.ts';
import { idOf, keysOf, repeatedIn } from '../client/hit-list.ts';
import { scenarioState } from '../client/scenario-state.ts';
import type { World } from '../client/world.ts';
import { defineChoice, definePhrase, defineWordings, entriesOf } from './wordings.ts';

/** The hits of each slice, for each sliced walk so far. */
const walksOf = scenarioState((): (readonly Page[])[] => []);

/** Reads all pages of a search with this request body. */
type Walk = (body: Body) => Promise<void>;

defineWordings<Walk>('walk', [
  [/the scroll to its end/, (world) => () => walkScroll(world)],
  [
    /"([^"]*)" by from and size/,
    (world, target) => (body) =>
      walkPages(world, fromReader(searchIn(world, world.name(target)), body)),
  ],
  [
    /"([^"]*)" by search_after/,
    (world, target) => (body) =>
      walkPages(world, afterReader(searchIn(world, world.name(target)), body)),
  ],
  [/the point in time/, (world) => (body) => walkPages(world, afterReader(searchIn(world), body))],
  [/(\d+) slices of a scroll over "([^"]*)"/, inSlices(readEach)],
  [/(\d+) slices of a scroll over "([^"]*)" in turn/, inSlices(readInTurn)],
  [
    /(\d+) slices of the point in time/,
    (world, max) => async (body) => {
      const bodies = slicedBodies(body, Number(max));
      keepSlices(world, await readEach(bodies.map((own) => afterReader(searchIn(world), own))));
    },
  ],
]);

definePhrase<[Walk, string?]>('the client walks {walk}( with:)', (world, [walk, text = '{}']) =>
  walk(JSON.parse(world.expand(text, 'json')) as Body),
);

defineChoice('the pages hold {pages}', [
  [
    /"([^"]*)"( in any order)?/,
    ({ pages }, ids, order?: string) => {
      const lists = [entriesOf(ids), pages.flat().map(idOf)];
      const [expected = [], got = []] =
        order === undefined ? lists : lists.map((list) => list.toSorted());
      compare(expected, got, 'ids on the pages');
    },
  ],
  [
    /"([^"]*)" hits/,
    ({ pages }, sizes) => {
      const got = pages.map((page) => `${page.length}`);
      compare(entriesOf(sizes), got, 'sizes of the pages');
    },
  ],
  [
    /(\d+) different documents/,
    ({ pages }, count) => {
      const { size } = new Set(keysOf(pages.flat()));
      if (size === Number(count)) return;
      const message = 'the number of different documents on the pages differs';
      throw new Mismatch(Number(count), size, message);
    },
  ],
]);

defineChoice('no document is {parts}', [
  [
    /on two pages/,
    ({ pages }) =>
      expectOnce(keysOf(pages.flat()), 'once', 'documents are returned more than once'),
  ],
  [
    /in two slices/,
    (world) => {
      const keys = slicesOf(world).flatMap((slice) => [...new Set(keysOf(slice))]);
      expectOnce(keys, 'in one slice', 'slices share documents');
    },
  ],
]);

defineChoice('every slice holds {contents}', [
  [
    /documents/,
    (world) => {
      const sizes = slicesOf(world).map((slice) => slice.length);
      if (sizes.includes(0)) throw new Mismatch('no empty slice', sizes, 'a slice is empty');
    },
  ],
  [
    /as many documents as a shard/,
    (world) => {
      const sizes = slicesOf(world).map((slice) => slice.length);
      compare(ascending(primariesIn(world)), ascending(sizes), 'numbers of documents');
    },
  ],
  [/a part of its slice in the walk before/, expectParts],
  [
    /the same documents as before/,
    (world) => {
      const before = listed(slicesOf(world, 'previous'));
      compare(before, listed(slicesOf(world)), 'ids in the slices');
    },
  ],
]);

definePhrase<[DataTable]>('each row is in one slice:', (world, [table]) => {
  const slices = slicesOf(world).map((slice) => new Set(slice.map(idOf)));
  for (const row of table.raw()) {
    if (slices.some((ids) => row.every((id) => ids.has(id)))) continue;
    const got = Object.fromEntries(row.map((id) => [id, slices.findIndex((ids) => ids.has(id))]));
    throw new Mismatch('all in one slice', got, `${row.join(' and ')} are in different slices`);
  }
});

async function walkPages(world: World, reader: Reader): Promise<void> {
  world.pages = (await readEach([reader])).flat();
}

/** Reads all slices of a scroll, one after the other or in turn. */
function inSlices(read: typeof readEach): (world: World, max: string, alias: string) => Walk {
  return (world, max, alias) => async (body) => {
    const target = world.name(alias);
    const scrolls = slicedBodies(body, Number(max)).map((own) =>
      scrollReader(world, { target, body: own }),
    );
    keepSlices(world, await read(scrolls));
  };
}

function keepSlices(world: World, slices: readonly (readonly Page[])[]): void {
  world.pages = slices.flat();
  walksOf(world).push(slices.map((pages) => pages.flat()));
}

/** The hits of each slice of the latest or the previous sliced walk. Throws KitFault if there is none. */
function slicesOf(world: World, walk: 'latest' | 'previous' = 'latest'): readonly Page[] {
  const slices = walksOf(world).at(walk === 'latest' ? -1 : -2);
  if (slices === undefined) throw new KitFault('there was no such walk in slices');
  return slices;
}

/** Throws Mismatch unless slice i lies in slice i modulo n of the previous walk, which had n slices. */
function expectParts(world: World): void {
  const [before, after] = [slicesOf(world, 'previous'), slicesOf(world)];
  const containers = before.map((slice) => new Set(slice.map(idOf)));
  for (const [number, slice] of after.entries()) {
    const container = number % before.length;
    const strays = slice.map(idOf).filter((id) => containers[container]?.has(id) !== true);
    if (strays.length === 0) continue;
    const expected = `only documents of slice ${container} of ${before.length}`;
    throw new Mismatch(expected, strays, `slice ${number} of ${after.length} holds others`);
  }
}

/** The numbers of documents of all primary shards in the latest answer, a cat listing. */
function primariesIn({ last }: World): readonly number[] {
  const rows = jsonOf(last);
  if (!Array.isArray(rows)) throw new Mismatch('a list of shards', rows, 'the listing is no list');
  const primaries = rows.filter((row) => valueAt(row, 'prirep') === 'p');
  return primaries.map((row) => Number(valueAt(row, 'docs')));
}

function ascending(numbers: readonly number[]): readonly string[] {
  return numbers.toSorted((one, other) => one - other).map(String);
}

/** The sorted ids of each slice, joined to one text. */
function listed(slices: readonly Page[]): readonly string[] {
  return slices.map((slice) => slice.map(idOf).toSorted().join(', '));
}

function expectOnce(keys: readonly string[], where: string, problem: string): void {
  const repeated = repeatedIn(keys);
  if (repeated.length === 0) return;
  throw new Mismatch(`every document ${where}`, { repeated }, problem);
}

function compare(expected: readonly string[], got: readonly string[], what: string): void {
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected.join(', '), got.join(', '), `the ${what} differ`);
}
