import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { Mismatch } from '../../base/errors.ts';
import { writeAll } from '../../client/documents.ts';
import { keysOf } from '../../client/hit-keys.ts';
import { valueAt } from '../../client/json-path.ts';
import type { World } from '../../client/world.ts';
import { anyWord, smallInteger, textWords } from '../arbitraries/document.ts';
import { property } from '../property.ts';
import { expectSame, search, maxHits } from '../searching.ts';
import { createIndex, prepared } from '../set-up.ts';

type Source = Readonly<Record<string, unknown>>;

/** Documents with values of one type, and the value to search for. */
interface Typed {
  readonly type: 'keyword' | 'integer' | 'text';
  /** The values of the fields a and b of each document; an empty list means that the field is absent. */
  readonly documents: readonly { readonly a: readonly unknown[]; readonly b: readonly unknown[] }[];
  readonly searched: unknown;
}

const phrase = fc
  .array(fc.constantFrom(...textWords), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));

const typed: fc.Arbitrary<Typed> = fc.oneof(
  valuesOf('keyword', anyWord),
  valuesOf('integer', smallInteger),
  valuesOf('text', phrase),
);

/** Queries find the same documents by a copy_to target as by its source, and `_source` stays as it was sent. */
export const copyAnswersAsSource = property({
  id: 'copy-answers-as-source',
  describe:
    'A query on a copy_to target finds the same documents as on its source; `_source` contains no copies.',
  clauses: [
    'copy-to.name-as-string',
    'copy-to.several-targets',
    'copy-to.copies-values',
    'copy-to.target-range-query',
    'copy-to.source-unmodified',
  ],
  arbitrary: () => fc.record({ values: typed, several: fc.boolean() }),
  async holds(world, { values, several }) {
    const { type } = values;
    const targets = several ? ['x', 'y'] : ['x'];
    const sources = values.documents.map(({ a }) => ({ a }));
    const index = await stored(world, sources, {
      a: { type, copy_to: several ? targets : 'x' },
      ...Object.fromEntries(targets.map((name) => [name, { type }])),
    });
    for (const query of queriesFor(values)) {
      const wanted = await found(world, index, query('a'));
      for (const target of targets) {
        expectSame(
          wanted,
          await found(world, index, query(target)),
          `${target} compared with its source`,
        );
      }
    }
    for (const hit of await search(world, index, { size: maxHits })) {
      const sent = sources[Number(valueAt(hit, '_id'))];
      const got = valueAt(hit, '_source');
      if (!isDeepStrictEqual(sent, got))
        throw new Mismatch(sent, got, '_source differs from the document that was sent');
    }
  },
});

/** A target of two sources matches the values of both. */
export const copiesComeTogether = property({
  id: 'copies-come-together',
  describe: 'A copy_to target of two sources matches a value exactly if one of them has it.',
  clauses: ['copy-to.several-sources'],
  arbitrary: () => typed,
  async holds(world, values) {
    const { type, documents } = values;
    const index = await stored(world, documents, {
      a: { type, copy_to: 'x' },
      b: { type, copy_to: ['x'] },
      x: { type },
    });
    const [query] = queriesFor(values);
    if (query === undefined) return;
    const ofA = await found(world, index, query('a'));
    const ofB = await found(world, index, query('b'));
    const together = [...new Set([...ofA, ...ofB])];
    expectSame(
      together,
      await found(world, index, query('x')),
      'the target compared with both sources',
    );
  },
});

/** Copies are not copied again. */
export const copiesAreNotCopiedOn = property({
  id: 'copies-are-not-copied-on',
  describe:
    'If a copy_to target is itself a source, only its own values are copied on, not the copies in it.',
  clauses: ['copy-to.not-recursive'],
  arbitrary: () => typed,
  async holds(world, values) {
    const { type, documents } = values;
    const index = await stored(world, documents, {
      a: { type, copy_to: 'b' },
      b: { type, copy_to: 'c' },
      c: { type },
      own: { type },
    });
    const [query] = queriesFor(values);
    if (query === undefined) return;
    const ofC = await found(world, index, query('c'));
    const ofOwn = await found(world, index, query('own'));
    expectSame(ofOwn, ofC, 'the last target compared with the own values of the field between');
  },
});

function valuesOf(type: Typed['type'], value: fc.Arbitrary<unknown>): fc.Arbitrary<Typed> {
  const some = fc.array(value, { maxLength: 2 });
  return fc.record({
    type: fc.constant(type),
    documents: fc.array(fc.record({ a: some, b: some }), { maxLength: 12, size: 'max' }),
    searched: value,
  });
}

/** Returns functions that create queries for the value in a field; the first query is the simplest. */
function queriesFor({ type, searched }: Typed): readonly ((field: string) => Source)[] {
  if (type === 'text') {
    return ['or', 'and'].map((operator) => (field: string) => ({
      match: { [field]: { query: searched, operator } },
    }));
  }
  const term = (field: string): Source => ({ term: { [field]: searched } });
  if (type === 'keyword') return [term];
  return [
    term,
    (field) => ({ range: { [field]: { gte: searched } } }),
    (field) => ({ range: { [field]: { lte: searched } } }),
  ];
}

/** Stores the documents with their indices as ids. If a field `own` is mapped, it contains the values of b. */
async function stored(
  world: World,
  documents: readonly { readonly a: readonly unknown[]; readonly b?: readonly unknown[] }[],
  properties: Readonly<Record<string, unknown>>,
): Promise<string> {
  const index = world.name('books');
  await prepared(async () => {
    await createIndex(world, index, { mappings: { properties }, shards: 1 });
    const sources = documents.map((source, at) => ({
      index,
      id: `${at}`,
      source: 'own' in properties ? { ...source, own: source.b } : source,
    }));
    await writeAll(world, sources);
  });
  return index;
}

async function found(world: World, index: string, query: Source): Promise<readonly string[]> {
  return keysOf(await search(world, index, { query, size: maxHits }));
}
