import fc from 'fast-check';
import { Mismatch } from '../../base/errors.ts';
import { tableOf } from '../../client/answer-table.ts';
import { isRefusal } from '../../client/refusals.ts';
import type { World } from '../../client/world.ts';
import { type Corpus, corpus } from '../arbitraries/corpus.ts';
import { anyWord, type Some } from '../arbitraries/document.ts';
import { property } from '../property.ts';
import { allRows, expectRows, rowsWhere } from '../querying.ts';
import { store } from '../set-up.ts';
import { aggregatesOf } from './query-meaning.ts';

const names = ['u', 'n', 'word'] as const;

type Row = Some<(typeof names)[number]>;

const filterKinds = ['range', 'term', 'other case', 'number', 'terms'] as const;

/** The upper limit for `n` in the WHERE condition; few documents reach it. */
const highest = 100;

/** A filter keeps the same rows as the equivalent condition. */
export const filterIsCondition = property({
  id: 'filter-is-condition',
  describe: 'A Query DSL object in `filter` keeps the same rows as the equivalent WHERE condition.',
  clauses: [
    'query-filter.filter-restricts',
    'query-filter.filter-range',
    'query-filter.filter-term',
    'query-filter.filter-terms',
    'query-filter.filter-with-where',
    'query.where-restricts-rows',
  ],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: names }),
      bounds: fc.tuple(fc.nat({ max: 23 }), fc.nat({ max: 23 })),
      words: fc.array(anyWord, { minLength: 1, maxLength: 3 }),
      kinds: fc.shuffledSubarray([...filterKinds], { minLength: 3 }),
      border: fc.nat({ max: 23 }),
      counts: fc.constantFrom('all' as const, 'some' as const),
    }),
  async holds(world, { kinds, ...given }) {
    const { target } = await store(world, given.corpus);
    for (const kind of kinds) await expectFiltered(world, target, { ...given, kind });
  },
});

/** A filter, the documents that it is applied to, and the limit of the condition. */
interface FilterCase extends FilterParts {
  readonly corpus: Corpus<(typeof names)[number]>;
  readonly border: number;
  readonly counts: 'all' | 'some';
}

async function expectFiltered(
  world: World,
  target: string,
  { corpus: given, border, counts, ...parts }: FilterCase,
): Promise<void> {
  const atBorder = given.documents[border];
  const least = atBorder?.u ?? border;
  const { filter, keeps } = filterFor(parts, given.documents, atBorder?.word ?? 'a');
  const what = `filter by ${parts.kind}`;
  const meets = ({ u, n }: Row): boolean => u >= least && n < highest;
  const kept = given.documents.filter(keeps);
  const rows = rowsWhere(kept, meets, names);
  const where = `WHERE u >= ${least} AND n < ${highest}`;
  const query = `FROM ${target} | ${where} | KEEP ${names.join(', ')} | SORT u | LIMIT ${allRows}`;
  await world.send({ method: 'POST', path: '/_query', body: { query, filter } });
  if (kept.length === 0 && isNothing(world)) return;
  expectRows({ names, rows }, tableOf(world), what);
  const isPlain = counts === 'all';
  const counting = `FROM ${target} | ${isPlain ? '' : `${where} | `}STATS c = COUNT(*)`;
  const [got] = await aggregatesOf(world, counting, { filter });
  const expected = isPlain ? kept.length : rows.length;
  if (got?.[0] !== expected) {
    throw new Mismatch(expected, got?.[0], `${what}: the count differs`);
  }
}

/** True if a query whose filter keeps nothing was refused, or returned no rows. */
function isNothing(world: World): boolean {
  return isRefusal(world.last) || tableOf(world).rows.length === 0;
}

/** The values from which `filterFor` builds a filter. */
interface FilterParts {
  readonly kind: (typeof filterKinds)[number];
  /** Indices of documents whose values become the bounds, which tests if a range includes its bounds. */
  readonly bounds: readonly number[];
  readonly words: readonly string[];
}

/** Returns a filter, and a predicate for the documents that it keeps; `word` is the word of one of the documents. */
function filterFor(
  { kind, bounds, words }: FilterParts,
  documents: readonly Row[],
  word: string,
): { readonly filter: unknown; readonly keeps: (fields: Row) => boolean } {
  const numbers = bounds.map((at) => documents[at]?.n ?? at);
  const [gte, lte] = [Math.min(...numbers), Math.max(...numbers)];
  const isWord = (value: string) => ({
    filter: { term: { word: value } },
    keeps: (fields: Row): boolean => fields.word === value,
  });
  const among = (values: readonly string[]) => ({
    filter: { terms: { word: values } },
    keeps: (fields: Row): boolean => values.includes(fields.word),
  });
  switch (kind) {
    case 'range':
      return { filter: { range: { n: { gte, lte } } }, keeps: ({ n }) => n >= gte && n <= lte };
    case 'number':
      return { filter: { term: { n: gte } }, keeps: ({ n }) => n === gte };
    case 'terms':
      return among([...words, word]);
    case 'term':
      return isWord(words[0] ?? word);
    case 'other case':
      return isWord(otherCase(word));
    default:
      return kind satisfies never;
  }
}

/** Returns the text in upper case, or in lower case if it is in upper case already. */
function otherCase(text: string): string {
  const upper = text.toUpperCase();
  return text === upper ? text.toLowerCase() : upper;
}
