import fc from 'fast-check';
import { Mismatch } from '../../driver/errors.ts';
import { keysOf } from '../../steps/hit-keys.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { any_word, small_integer, text_words } from '../arbitraries/document.ts';
import { law } from '../law.ts';
import { expectSame, search, whole_size } from '../searching.ts';
import { store } from '../set-up.ts';

/** Queries that are made of others find what the others find. */
export const queries = law({
  id: 'queries',
  describe:
    'A terms query finds what its terms find, a range what both of its bounds find, and a match with the operator and no more than one with or.',
  clauses: [
    'search.terms-any-of',
    'search.term-exact',
    'search.range-both-bounds',
    'search.match-operator-and',
    'search.match-operator-or',
  ],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities, { most_indices: 2 }),
      words: fc.uniqueArray(any_word, { minLength: 1, maxLength: 3 }),
      bounds: fc.record({ gte: small_integer, lte: small_integer }),
      texts: fc.uniqueArray(fc.constantFrom(...text_words), { minLength: 1, maxLength: 2 }),
    }),
  async holds(world, { corpus: given, words, bounds, texts }) {
    const { target } = await store(world, given);
    const find = async (query: unknown): Promise<readonly string[]> =>
      keysOf(await search(world, target, { query, size: whole_size }));
    const ofEach = await Promise.all(words.map((word) => find({ term: { word } })));
    expectSame([...new Set(ofEach.flat())], await find({ terms: { word: words } }), 'terms');
    const above = await find({ range: { many: { gte: bounds.gte } } });
    expectSame(
      (await find({ range: { n: { gte: bounds.gte } } })).filter(
        await within(find, { range: { n: { lte: bounds.lte } } }),
      ),
      await find({ range: { n: bounds } }),
      'a range with two bounds',
    );
    const both = await find({ range: { many: bounds } });
    expectPart(both, above, 'a range with two bounds of a field with several values');
    const match = (operator: string): unknown => ({
      match: { text: { query: texts.join(' '), operator } },
    });
    expectPart(await find(match('and')), await find(match('or')), 'a match with the operator and');
  },
});

async function within(
  find: (query: unknown) => Promise<readonly string[]>,
  query: unknown,
): Promise<(key: string) => boolean> {
  const keys = new Set(await find(query));
  return (key) => keys.has(key);
}

function expectPart(part: readonly string[], whole: readonly string[], what: string): void {
  const beyond = part.filter((key) => !whole.includes(key));
  if (beyond.length > 0) throw new Mismatch(whole, part, `${what} finds more than the wider query`);
}
