import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Mismatch } from '../../driver/errors.ts';
import { writeAll } from '../../steps/documents.ts';
import { keysOf } from '../../steps/hit-keys.ts';
import { valueAt } from '../../steps/json-path.ts';
import type { World } from '../../steps/world.ts';
import { plain_word, small_integer, text_words } from '../arbitraries/document.ts';
import { law } from '../law.ts';
import { expectSame, search, whole_size } from '../searching.ts';
import { createIndex, prepared } from '../set-up.ts';

/** A document whose fields are copied. */
interface Copied {
  readonly word?: string;
  readonly other?: string;
  readonly n?: readonly number[];
  readonly text?: string;
}

/** `words` takes two sources, `word` has two targets, and `beyond` is named only by a target. */
const mappings = {
  properties: {
    word: { type: 'keyword', copy_to: ['words', 'second'] },
    other: { type: 'keyword', copy_to: 'words' },
    n: { type: 'integer', copy_to: 'numbers' },
    text: { type: 'text', copy_to: 'texts' },
    words: { type: 'keyword' },
    second: { type: 'keyword', copy_to: 'beyond' },
    beyond: { type: 'keyword' },
    numbers: { type: 'integer' },
    texts: { type: 'text' },
  },
};

const document: fc.Arbitrary<Copied> = fc.record(
  {
    word: plain_word,
    other: plain_word,
    n: fc.array(small_integer, { maxLength: 3 }),
    text: fc
      .array(fc.constantFrom(...text_words), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' ')),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** A copy is found as its source is, and is not shown. */
export const copies = law({
  id: 'copies',
  describe:
    'A query on a target of copy_to finds what the same query on its sources finds, no target of a target is filled, and `_source` stays as it was sent.',
  clauses: [
    'copy-to.copies-values',
    'copy-to.several-sources',
    'copy-to.several-targets',
    'copy-to.target-range-query',
    'copy-to.not-recursive',
    'copy-to.source-unmodified',
  ],
  arbitrary: () =>
    fc.record({
      documents: fc.array(document, { maxLength: 12 }),
      word: plain_word,
      bound: small_integer,
      text: fc.constantFrom(...text_words),
    }),
  async holds(world, { documents, word, bound, text }) {
    const index = world.name('copies');
    await prepared(async () => {
      await createIndex(world, index, { mappings, shards: 1 });
      const written = documents.map((source, at) => ({ index, id: `${at}`, source }));
      await writeAll(world, written);
    });
    const find = (query: unknown): Promise<readonly string[]> => found(world, index, query);
    const ofWord = await find({ term: { word } });
    const ofOther = await find({ term: { other: word } });
    expectSame(
      [...new Set([...ofWord, ...ofOther])],
      await find({ term: { words: word } }),
      'two sources',
    );
    expectSame(ofWord, await find({ term: { second: word } }), 'the second target');
    expectSame([], await find({ term: { beyond: word } }), 'the target of a target');
    const range = { gte: bound };
    expectSame(
      await find({ range: { n: range } }),
      await find({ range: { numbers: range } }),
      'numbers',
    );
    const match = { query: text, operator: 'and' };
    expectSame(
      await find({ match: { text: match } }),
      await find({ match: { texts: match } }),
      'texts',
    );
    for (const hit of await search(world, index, { size: whole_size }))
      expectSource(documents, hit);
  },
});

async function found(world: World, index: string, query: unknown): Promise<readonly string[]> {
  return keysOf(await search(world, index, { query, size: whole_size }));
}

function expectSource(documents: readonly Copied[], hit: unknown): void {
  const expected = documents[Number(valueAt(hit, '_id'))];
  const got = valueAt(hit, '_source');
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got, 'the source is not as it was sent');
}
