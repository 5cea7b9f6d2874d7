import { Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { KitFault, Mismatch } from '../base/errors.ts';
import type { Page } from '../client/cursors.ts';
import { keysOf, repeatedIn } from '../client/hit-keys.ts';
import { valueAt } from '../client/json-path.ts';
import { scenarioState } from '../client/scenario-state.ts';
import { walkBySearchAfter, walkScroll, walkSlices } from '../client/walking.ts';
import type { World } from '../client/world.ts';

/** The hits of each slice, of all walks in slices so far. */
const walksOf = scenarioState((): (readonly Page[])[] => []);

When('the client walks the scroll to its end', async function (this: World) {
  await walkScroll(this);
});

When(
  'the client walks {name} by search_after with:',
  async function (this: World, target: string, body: string) {
    this.pages = await walkBySearchAfter(this, {
      path: `/${target}/_search`,
      body: bodyIn(this, body),
    });
  },
);

When('the client walks the point in time with:', async function (this: World, body: string) {
  this.pages = await walkBySearchAfter(this, { path: '/_search', body: bodyIn(this, body) });
});

When(
  'the client walks {int} slices of a scroll over {name} with:',
  async function (this: World, max: number, target: string, body: string) {
    keepSlices(this, await walkSlices(this, { max, body: bodyIn(this, body), scroll: target }));
  },
);

When(
  'the client walks {int} slices of a scroll over {name} in turn with:',
  async function (this: World, max: number, target: string, body: string) {
    const plan = { max, body: bodyIn(this, body), scroll: target, inTurn: true };
    keepSlices(this, await walkSlices(this, plan));
  },
);

When(
  'the client walks {int} slices of the point in time with:',
  async function (this: World, max: number, body: string) {
    keepSlices(this, await walkSlices(this, { max, body: bodyIn(this, body) }));
  },
);

Then('the pages hold {string} hits', function (this: World, sizes: string) {
  compare(sizes, this.pages.map((page) => page.length).join(', '), 'sizes of the pages');
});

Then('the pages hold {string} in order', function (this: World, ids: string) {
  compare(ids, idsIn(this.pages.flat()).join(', '), 'ids on the pages');
});

Then('the pages hold {string} in any order', function (this: World, ids: string) {
  const wanted = ids.split(',').map((id) => id.trim());
  compare(wanted.sort().join(', '), idsIn(this.pages.flat()).sort().join(', '), 'ids on the pages');
});

Then('the pages hold {int} different documents', function (this: World, count: number) {
  const { size } = new Set(keysOf(this.pages.flat()));
  if (size !== count) {
    throw new Mismatch(count, size, 'the number of different documents on the pages is another');
  }
});

Then('no document is on two pages', function (this: World) {
  const twice = repeatedIn(this.pages.flat());
  if (twice.length > 0) {
    throw new Mismatch('every document once', { twice }, 'documents are given more than once');
  }
});

Then('no document is in two slices', function (this: World) {
  const distinct = slicesOf(this).map((slice) => [...new Map(slice.map(withKey)).values()]);
  const twice = repeatedIn(distinct.flat());
  if (twice.length > 0) {
    throw new Mismatch('every document in one slice', { twice }, 'slices share documents');
  }
});

Then('every slice holds documents', function (this: World) {
  const sizes = slicesOf(this).map((slice) => slice.length);
  if (sizes.includes(0)) throw new Mismatch('no empty slice', sizes, 'a slice is empty');
});

Then('every slice holds the same documents as before', function (this: World) {
  const [before, now] = [slicesOf(this, 'previous'), slicesOf(this)].map((slices) =>
    slices.map((slice) => idsIn(slice).sort().join(', ')),
  );
  compare(before?.join(' | ') ?? '', now?.join(' | ') ?? '', 'ids in the slices');
});

Then('each row is in one slice:', function (this: World, table: DataTable) {
  const slices = slicesOf(this).map((slice) => new Set(idsIn(slice)));
  for (const row of table.raw()) {
    if (slices.some((ids) => row.every((id) => ids.has(id)))) continue;
    const got = Object.fromEntries(row.map((id) => [id, slices.findIndex((ids) => ids.has(id))]));
    throw new Mismatch('all in one slice', got, `${row.join(' and ')} are in different slices`);
  }
});

function keepSlices(world: World, slices: readonly (readonly Page[])[]): void {
  world.pages = slices.flat();
  walksOf(world).push(slices.map((pages) => pages.flat()));
}

/** The hits of each slice of the latest walk, or of the walk before it. */
function slicesOf(world: World, walk: 'latest' | 'previous' = 'latest'): readonly Page[] {
  const slices = walksOf(world).at(walk === 'latest' ? -1 : -2);
  if (slices === undefined) throw new KitFault('no slices have been walked');
  return slices;
}

function bodyIn(world: World, text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(world.expand(text, 'json')) as Readonly<Record<string, unknown>>;
}

function idsIn(hits: Page): string[] {
  return hits.map((hit) => String(valueAt(hit, '_id')));
}

function withKey(hit: unknown): readonly [string, unknown] {
  return [keysOf([hit])[0] ?? '', hit];
}

function compare(expected: string, got: string, what: string): void {
  const plain = expected.replaceAll(/\s*,\s*/g, ', ').trim();
  if (plain !== got) throw new Mismatch(plain, got, `the ${what} are others`);
}
