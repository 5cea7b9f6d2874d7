import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Mismatch } from '../../driver/errors.ts';
import {
  continueScroll,
  keepPointInTimeId,
  openPointInTime,
  openScroll,
  type Page,
  pageOf,
} from '../../steps/cursors.ts';
import { awaitVisible, removeDocument, writeDocument } from '../../steps/documents.ts';
import { expectSuccess } from '../../steps/expectations.ts';
import { listAt, valueAt } from '../../steps/json-path.ts';
import { walkScroll } from '../../steps/walking.ts';
import type { World } from '../../steps/world.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { documentWith, type Fields, plain_word } from '../arbitraries/document.ts';
import { law } from '../law.ts';
import type { Abilities } from '../property.ts';
import { expectEachOnce } from '../searching.ts';
import { prepared, store, type Stored } from '../set-up.ts';

/** Something that is done to the documents while a context is open; `at` picks one of the corpus. */
type Change =
  | { readonly kind: 'replace' | 'add'; readonly at: number; readonly fields: Fields }
  | { readonly kind: 'delete'; readonly at: number };

/** Ids of documents that no corpus has begin here. */
const first_added = 100_000;

/** A context shows what was there when it was opened, whatever is written between two pages. */
export const frozenContext = law({
  id: 'frozen-context',
  describe:
    'Documents that are added, replaced or deleted between two pages change nothing in an open scroll or point in time.',
  clauses: [
    'scroll.snapshot-keeps-replaced-documents',
    'scroll.snapshot-hides-added-documents',
    'scroll.snapshot-keeps-deleted-documents',
    'point-in-time.snapshot-keeps-replaced-documents',
    'point-in-time.snapshot-hides-added-documents',
    'point-in-time.snapshot-keeps-deleted-documents',
  ],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities, { most_documents: 10, word: plain_word }),
      context: fc.constantFrom('scroll', 'point in time'),
      size: fc.integer({ min: 1, max: 4 }),
      rounds: fc.array(fc.array(change(abilities), { minLength: 1, maxLength: 3 }), {
        maxLength: 3,
      }),
    }),
  async holds(world, { corpus: given, context, size, rounds }) {
    const stored = await store(world, given);
    const pager =
      context === 'scroll'
        ? await scrolling(world, stored, size)
        : await searching(world, stored, size);
    const hits: unknown[] = [...pager.first];
    for (const changes of rounds) {
      await prepared(() => apply(world, stored, { changes, documents: given.documents }));
      hits.push(...(await pager.next()));
    }
    hits.push(...(await pager.rest()));
    expectEachOnce(given.documents.map(stored.keyOf), hits, `the ${context}`);
    expectSources(given.documents, hits);
  },
});

function change({ deletes }: Abilities): fc.Arbitrary<Change> {
  const at = fc.nat({ max: 9 });
  const fields = documentWith(plain_word);
  const writes = fc.record({
    kind: fc.constantFrom('replace' as const, 'add' as const),
    at,
    fields,
  });
  return deletes
    ? fc.oneof(writes, fc.record({ kind: fc.constant('delete' as const), at }))
    : writes;
}

/** Reads an open context page by page. */
interface Pager {
  readonly first: Page;
  readonly next: () => Promise<Page>;
  readonly rest: () => Promise<Page>;
}

async function scrolling(world: World, { target }: Stored, size: number): Promise<Pager> {
  const first = await openScroll(world, { target, keep: '1m', body: { size } });
  world.pages = [];
  const since = (before: number): Page => world.pages.slice(before).flat();
  return {
    first,
    async next() {
      const before = world.pages.length;
      expectSuccess(await continueScroll(world, { scroll: '1m' }));
      return since(before);
    },
    async rest() {
      const before = world.pages.length;
      await walkScroll(world);
      return since(before);
    },
  };
}

async function searching(world: World, { target }: Stored, size: number): Promise<Pager> {
  await openPointInTime(world, target, '1m');
  let after: { readonly search_after?: readonly unknown[] } = {};
  const next = async (): Promise<Page> => {
    const pit = { id: world.saved('pit_id'), keep_alive: '1m' };
    const body = { pit, size, sort: [{ u: 'asc' }], ...after };
    const exchange = await world.send({ method: 'POST', path: '/_search', body });
    const page = pageOf(exchange);
    keepPointInTimeId(world, exchange);
    if (page.length > 0) after = { search_after: listAt(page.at(-1), 'sort') };
    return page;
  };
  const rest = async (): Promise<Page> => {
    const page = await next();
    return page.length === 0 ? [] : [...page, ...(await rest())];
  };
  return { first: await next(), next, rest };
}

/** Makes the changes, and waits until searches outside the context see them. */
async function apply(
  world: World,
  { target: index }: Stored,
  {
    changes,
    documents,
  }: { readonly changes: readonly Change[]; readonly documents: readonly Fields[] },
): Promise<void> {
  const gone = new Set<number>();
  for (const made of changes) {
    const u = documents.length === 0 ? undefined : documents[made.at % documents.length]?.u;
    if (made.kind === 'add') {
      const source = { ...made.fields, u: first_added + made.at };
      expectSuccess(await writeDocument(world, { index, id: `${source.u}`, source }));
    } else if (u !== undefined && made.kind === 'replace') {
      gone.delete(u);
      expectSuccess(
        await writeDocument(world, { index, id: `${u}`, source: { ...made.fields, u } }),
      );
    } else if (u !== undefined && !gone.has(u) && !deletedBefore(world, u)) {
      gone.add(u);
      world.memory.set(`deleted ${u}`, true);
      await removeDocument(world, index, `${u}`);
    }
    if (u !== undefined && made.kind === 'replace') world.memory.delete(`deleted ${u}`);
  }
  await awaitVisible(world, index);
}

function deletedBefore(world: World, u: number): boolean {
  return world.memory.has(`deleted ${u}`);
}

function expectSources(documents: readonly Fields[], hits: Page): void {
  const sent = new Map(documents.map((document) => [`${document.u}`, document]));
  for (const hit of hits) {
    const source = valueAt(hit, '_source');
    const expected = sent.get(String(valueAt(hit, '_id')));
    if (!isDeepStrictEqual(source, expected)) {
      throw new Mismatch(expected, source, 'a document is not shown as it was at the opening');
    }
  }
}
