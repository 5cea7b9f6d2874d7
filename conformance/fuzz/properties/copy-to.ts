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

/** Documents with values of one type, and a value to search for. */
interface Typed {
  readonly type: 'keyword' | 'integer' | 'text';
  /** The values of the fields a and b of each document; an empty list means that the field is absent. */
  readonly documents: readonly { readonly a: readonly unknown[]; readonly b: readonly unknown[] }[];
  readonly asked: unknown;
}

const phrase = fc
  .array(fc.constantFrom(...textWords), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));

const typed: fc.Arbitrary<Typed> = fc.oneof(
  valuesOf('keyword', anyWord),
  valuesOf('integer', smallInteger),
  valuesOf('text', phrase),
);

/** A target of copy_to matches like its source, and `_source` is what was sent. */
export const copyAnswersAsSource = property({
  id: 'copy-answers-as-source',
  describe:
    'Every target of a copy_to matches the documents that its source matches; `_source` contains no copies.',
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
        expectSame(wanted, await found(world, index, query(target)), `${target} beside its source`);
      }
    }
    for (const hit of await search(world, index, { size: maxHits })) {
      const sent = sources[Number(valueAt(hit, '_id'))];
      const got = valueAt(hit, '_source');
      if (!isDeepStrictEqual(sent, got))
        throw new Mismatch(sent, got, '_source is not as it was sent');
    }
  },
});

/** A target of two sources matches like both. */
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
    expectSame(together, await found(world, index, query('x')), 'the target beside both sources');
  },
});

/** Copies are not copied again. */
export const copiesAreNotCopiedOn = property({
  id: 'copies-are-not-copied-on',
  describe: 'A copy_to target that is itself a source passes on its own values, but no copies.',
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
    expectSame(ofOwn, ofC, 'the last target beside the own values of the field between');
  },
});

function valuesOf(type: Typed['type'], value: fc.Arbitrary<unknown>): fc.Arbitrary<Typed> {
  const some = fc.array(value, { maxLength: 2 });
  return fc.record({
    type: fc.constant(type),
    documents: fc.array(fc.record({ a: some, b: some }), { maxLength: 12, size: 'max' }),
    asked: value,
  });
}

/** Queries for a value in a field; the first is the simplest. */
function queriesFor({ type, asked }: Typed): readonly ((field: string) => Source)[] {
  if (type === 'text') {
    return ['or', 'and'].map((operator) => (field: string) => ({
      match: { [field]: { query: asked, operator } },
    }));
  }
  const term = (field: string): Source => ({ term: { [field]: asked } });
  if (type === 'keyword') return [term];
  return [
    term,
    (field) => ({ range: { [field]: { gte: asked } } }),
    (field) => ({ range: { [field]: { lte: asked } } }),
  ];
}

/** Stores the documents with their indices as ids; if `own` is mapped, it gets the values of b. */
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
