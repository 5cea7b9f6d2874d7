import fc from 'fast-check';
import { valueAt, writeJson } from '../../base/body.ts';
import { keysOf } from '../../client/hit-list.ts';
import type { World } from '../../client/world.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { anyWord, smallInteger, textWords } from '../arbitraries/document.ts';
import { property } from '../property.ts';
import { expectSame, search, wholeCorpus } from '../querying.ts';
import { store } from '../set-up.ts';

/** A terms query is the union of term queries. */
export const termsIsUnion = property({
  id: 'terms-is-union-of-term',
  describe: 'A terms query finds the union of the matches of term queries for its values.',
  clauses: ['search.terms-any-of', 'search.term-exact', 'search.term-on-number'],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: ['n', 'word', 'many'] }),
      searched: fc.oneof(
        fc.record({ field: fc.constant('word'), values: listOf(anyWord) }),
        fc.record({ field: fc.constantFrom('n', 'many'), values: listOf(smallInteger) }),
      ),
    }),
  async holds(world, { corpus: given, searched: { field, values } }) {
    const { target, keyOf } = await store(world, given);
    const having = (value: unknown): readonly string[] =>
      given.documents.filter((one) => [valueAt(one, field)].flat().includes(value)).map(keyOf);
    for (const value of values) {
      const got = await found(world, target, { term: { [field]: value } });
      expectSame(having(value), got, `term ${value} on ${field}`);
    }
    const all = await found(world, target, { terms: { [field]: values } });
    expectSame([...new Set(values.flatMap(having))], all, `terms on ${field}`);
  },
});

/** A range with two bounds is the intersection of two ranges. */
export const rangeIsIntersection = property({
  id: 'range-is-intersection',
  describe:
    'On single values, a range with two bounds finds the intersection of the ranges with one of the bounds, among the documents as they were last written.',
  clauses: ['search.range-both-bounds', 'search.range-gte', 'search.range-lte'],
  arbitrary: (support) =>
    fc.record({ corpus: corpus(support, { fields: ['n'] }), gte: smallInteger, lte: smallInteger }),
  async holds(world, { corpus: given, gte, lte }) {
    const { target, keyOf } = await store(world, given);
    for (const range of [{ gte }, { lte }, { gte, lte }]) {
      const [low, high] = [range.gte ?? -Infinity, range.lte ?? Infinity];
      const within = given.documents.filter(({ n }) => n >= low && n <= high).map(keyOf);
      expectSame(within, await found(world, target, { range: { n: range } }), writeJson(range));
    }
  },
});

/** A match query combines the matches of its words. */
export const matchCombinesWords = property({
  id: 'match-combines-words',
  describe:
    'A match query with `or` finds the union of the matches of its words; with `and`, their intersection.',
  clauses: ['search.match-operator-and', 'search.match-operator-or'],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: ['text'] }),
      words: listOf(fc.constantFrom(...textWords)),
    }),
  async holds(world, { corpus: given, words }) {
    const { target, keyOf } = await store(world, given);
    const match = (operator: string): Promise<readonly string[]> =>
      found(world, target, { match: { text: { query: words.join(' '), operator } } });
    const containing = (word: string): readonly string[] =>
      given.documents.filter(({ text }) => text.split(' ').includes(word)).map(keyOf);
    const any = [...new Set(words.flatMap(containing))];
    expectSame(any, await match('or'), 'match with or');
    const every = any.filter((key) => words.every((word) => containing(word).includes(key)));
    expectSame(every, await match('and'), 'match with and');
  },
});

function listOf<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return fc.array(value, { minLength: 1, maxLength: 4 });
}

async function found(world: World, target: string, query: unknown): Promise<readonly string[]> {
  return keysOf(await search(world, target, { query, size: wholeCorpus }));
}
