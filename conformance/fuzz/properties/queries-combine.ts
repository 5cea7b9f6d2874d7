import fc from 'fast-check';
import { keysOf } from '../../client/hit-keys.ts';
import type { World } from '../../client/world.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { anyWord, smallInteger, textWords } from '../arbitraries/document.ts';
import { property } from '../property.ts';
import { expectSame, search, wholeSize } from '../searching.ts';
import { store } from '../set-up.ts';

/** `terms` finds what a `term` for each value finds together. */
export const termsIsUnion = property({
  id: 'terms-is-union-of-term',
  describe: 'A terms query finds what term queries for each of its values find together.',
  clauses: ['search.terms-any-of', 'search.term-exact', 'search.term-on-number'],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities),
      asked: fc.oneof(
        fc.record({ field: fc.constant('word'), values: listOf(anyWord) }),
        fc.record({ field: fc.constantFrom('n', 'many'), values: listOf(smallInteger) }),
      ),
    }),
  async holds(world, { corpus: given, asked: { field, values } }) {
    const { target } = await store(world, given);
    const all = await found(world, target, { terms: { [field]: values } });
    const singly: string[] = [];
    for (const value of values) {
      singly.push(...(await found(world, target, { term: { [field]: value } })));
    }
    expectSame([...new Set(singly)], all, `terms on ${field} beside its single values`);
  },
});

/** A range of two bounds finds what each of its bounds finds. */
export const rangeIsIntersection = property({
  id: 'range-is-intersection',
  describe: 'On single values, a range of two bounds finds exactly what both bounds find alone.',
  clauses: ['search.range-both-bounds', 'search.range-gte', 'search.range-lte'],
  arbitrary: (abilities) =>
    fc.record({ corpus: corpus(abilities), gte: smallInteger, lte: smallInteger }),
  async holds(world, { corpus: given, gte, lte }) {
    const { target, keyOf } = await store(world, given);
    const least = await found(world, target, { range: { n: { gte } } });
    const most = await found(world, target, { range: { n: { lte } } });
    const both = await found(world, target, { range: { n: { gte, lte } } });
    const high = given.documents.filter(({ n }) => n >= gte).map(keyOf);
    const low = given.documents.filter(({ n }) => n <= lte).map(keyOf);
    expectSame(high, least, `gte ${gte}`);
    expectSame(low, most, `lte ${lte}`);
    expectSame(
      least.filter((key) => most.includes(key)),
      both,
      'both bounds beside each alone',
    );
  },
});

/** A `match` of several words against one of each word. */
export const matchCombinesWords = property({
  id: 'match-combines-words',
  describe:
    'A match with `or` finds what any of its words finds, with `and` what all of them find.',
  clauses: ['search.match-operator-and', 'search.match-operator-or'],
  arbitrary: (abilities) =>
    fc.record({ corpus: corpus(abilities), words: listOf(fc.constantFrom(...textWords)) }),
  async holds(world, { corpus: given, words }) {
    const { target, keyOf } = await store(world, given);
    const match = (operator: string): Promise<readonly string[]> =>
      found(world, target, { match: { text: { query: words.join(' '), operator } } });
    const holding = (word: string): readonly string[] =>
      given.documents.filter(({ text }) => text.split(' ').includes(word)).map(keyOf);
    const any = [...new Set(words.flatMap(holding))];
    expectSame(any, await match('or'), 'match with or');
    const every = any.filter((key) => words.every((word) => holding(word).includes(key)));
    expectSame(every, await match('and'), 'match with and');
  },
});

function listOf<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return fc.array(value, { minLength: 1, maxLength: 4 });
}

async function found(world: World, target: string, query: unknown): Promise<readonly string[]> {
  return keysOf(await search(world, target, { query, size: wholeSize }));
}
