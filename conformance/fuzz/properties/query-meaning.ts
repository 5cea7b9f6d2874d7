import fc from 'fast-check';
import { Mismatch } from '../../driver/errors.ts';
import { tableOf } from '../../steps/answer-table.ts';
import { isRefusal } from '../../steps/expectations.ts';
import type { World } from '../../steps/world.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { any_word, type Fields, plain_word, small_integer } from '../arbitraries/document.ts';
import { ambiguous, grown, hostile, hostile_text, long_number } from '../arbitraries/hostile.ts';
import { law } from '../law.ts';
import {
  all_rows,
  ask,
  expectRows,
  expectSameTable,
  type QueryMembers,
  quoted,
  rowsWhere,
} from '../querying.ts';
import { prepared, store } from '../set-up.ts';

const names = ['u', 'n', 'word'] as const;

/** Columns that a query with parameters adds. */
const made = ['given', 'other', 'odd', 'part', 'big'] as const;

const field = fc.constantFrom('n' as const, 'word' as const, 'maybe' as const);

/** A value is compared as it is, and comes back as it went in. */
export const parameterIsLiteral = law({
  id: 'parameter-is-literal',
  describe: 'A value put in for `?` means what the literal means, whatever it holds.',
  clauses: [
    'query-parameters.value-string',
    'query-parameters.value-number',
    'query-parameters.value-never-code',
    'query-parameters.anonymous-value',
  ],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities, { word: fc.oneof(any_word, hostile) }),
      value: fc.oneof(any_word, hostile),
      number: small_integer,
      other: fc.oneof(plain_word, ambiguous),
      odd: hostile_text,
      part: fc.constantFrom(0.5, -2.25, 1e-3),
      big: long_number,
    }),
  async holds(world, { corpus: given, value, number, other, odd, part, big }) {
    const { target } = await store(world, given);
    const after = `KEEP ${[...names, ...made].join(', ')} | SORT u | LIMIT ${all_rows}`;
    const query = `FROM ${target} | WHERE word == ? OR n == ? | EVAL given = ? | EVAL other = ?, odd = ?, part = ?, big = ? | ${after}`;
    const params = [value, number, value, other, odd, part, big];
    const got = await ask(world, query, { members: { params } });
    const keeps = ({ word, n }: Fields): boolean => word === value || n === number;
    const added = [value, other, odd, part, big];
    const rows = rowsWhere(given.documents, keeps, names).map((row) => [...row, ...added]);
    expectRows({ names: [...names, ...made], rows }, got, 'with parameters');
    const literals = `other = ${quoted(other)}, odd = ${quoted(odd)}, part = ${part}, big = ${big}`;
    const literal = `FROM ${target} | WHERE word == ${quoted(value)} OR n == ${number} | EVAL given = ${quoted(value)} | EVAL ${literals} | ${after}`;
    if (isSafeLiteral(value) && isSafeLiteral(odd))
      expectSameTable(got, await ask(world, literal), 'with literals');
  },
});

/** An identifier names one field, and nothing else. */
export const identifierIsName = law({
  id: 'identifier-is-name',
  describe: 'A text put in for `??` names a field, or is refused; it adds nothing to the query.',
  clauses: [
    'query-parameters.identifier-field',
    'query-parameters.identifier-never-code',
    'query-parameters.anonymous-identifier',
  ],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities, { most_documents: 6 }),
      name: fc.oneof(field, hostile, field.chain(grown)),
      other: field,
    }),
  async holds(world, { corpus: given, name, other }) {
    const { target } = await store(world, given);
    const query = `FROM ${target} | SORT u | EVAL same = ?? | KEEP ??, same, u | LIMIT ${all_rows}`;
    const body = { query, params: [other, name] };
    await world.send({ method: 'POST', path: '/_query', body });
    const isField = name === 'n' || name === 'word' || name === 'maybe';
    if (!isField && isRefusal(world.last.response.status)) return;
    const got = tableOf(world);
    if (!isField) throw new Mismatch('a refusal', got.columns, `${name} names no field`);
    const rows = rowsWhere(given.documents, all, [name, other, 'u']);
    expectRows({ names: [name, 'same', 'u'], rows }, got, name);
  },
});

const filter_kinds = ['range', 'term', 'other case', 'number', 'terms'] as const;

/** More than most documents have as n. */
const highest = 100;

/** A filter and a condition keep the same documents. */
export const filterIsCondition = law({
  id: 'filter-is-condition',
  describe: 'A Query DSL object in `filter` keeps the rows that the same condition keeps.',
  clauses: [
    'query-filter.filter-restricts',
    'query-filter.filter-range',
    'query-filter.filter-term',
    'query-filter.filter-terms',
    'query-filter.filter-with-where',
    'query.where-restricts-rows',
  ],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities),
      bounds: fc.tuple(fc.nat({ max: 23 }), fc.nat({ max: 23 })),
      words: fc.array(any_word, { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom(...filter_kinds),
      border: fc.nat({ max: 23 }),
      counts: fc.constantFrom('all' as const, 'some' as const),
    }),
  async holds(world, { corpus: given, border, counts, ...asked }) {
    const { target } = await store(world, given);
    const at_border = given.documents[border];
    const least = at_border?.u ?? border;
    const { filter, keeps } = filterFor(asked, given.documents, at_border?.word ?? 'a');
    const what = `filter by ${asked.kind}`;
    const meets = ({ u, n }: Fields): boolean => u >= least && n < highest;
    const kept = given.documents.filter(keeps);
    const rows = rowsWhere(kept, meets, names);
    const where = `WHERE u >= ${least} AND n < ${highest}`;
    const query = `FROM ${target} | ${where} | KEEP ${names.join(', ')} | SORT u | LIMIT ${all_rows}`;
    await world.send({ method: 'POST', path: '/_query', body: { query, filter } });
    if (kept.length === 0 && isNothing(world)) return;
    expectRows({ names, rows }, tableOf(world), what);
    const isPlain = counts === 'all';
    const counting = `FROM ${target} | ${isPlain ? '' : `${where} | `}STATS c = COUNT(*)`;
    const [got] = await figuresOf(world, counting, { filter });
    const expected = isPlain ? kept.length : rows.length;
    if (got?.[0] !== expected) {
      throw new Mismatch(expected, got?.[0], `${what}: the count is another`);
    }
  },
});

/** True where a filter that keeps nothing was refused, or no row came. */
function isNothing(world: World): boolean {
  return isRefusal(world.last.response.status) || tableOf(world).rows.length === 0;
}

/** What a filter asks for. */
interface Asked {
  readonly kind: (typeof filter_kinds)[number];
  /** Places of documents: bounds that documents stand on show whether they belong to the range. */
  readonly bounds: readonly number[];
  readonly words: readonly string[];
}

/** A filter, and which documents it keeps; `word` is one of theirs. */
function filterFor(
  { kind, bounds, words }: Asked,
  documents: readonly Fields[],
  word: string,
): { readonly filter: unknown; readonly keeps: (fields: Fields) => boolean } {
  const numbers = bounds.map((at) => documents[at]?.n ?? at);
  const [gte, lte] = [Math.min(...numbers), Math.max(...numbers)];
  const isWord = (value: string) => ({
    filter: { term: { word: value } },
    keeps: (fields: Fields): boolean => fields.word === value,
  });
  switch (kind) {
    case 'range':
      return { filter: { range: { n: { gte, lte } } }, keeps: ({ n }) => n >= gte && n <= lte };
    case 'number':
      return { filter: { term: { n: gte } }, keeps: ({ n }) => n === gte };
    case 'terms':
      return { filter: { terms: { word: words } }, keeps: (one) => words.includes(one.word) };
    case 'term':
      return isWord(words[0] ?? word);
    case 'other case':
      return isWord(otherCase(word));
    default:
      return kind satisfies never;
  }
}

/** What the parts give adds up to what the whole gives. */
export const partsMakeWhole = law({
  id: 'parts-make-whole',
  describe: 'Counts, sums and bounds of the parts of a query make those of the whole.',
  clauses: ['query.where-restricts-rows', 'query.approximation-default-false'],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities, { most_indices: 3 }),
      border: small_integer,
      members: fc.constantFrom<QueryMembers>({}, { approximation: false }),
    }),
  async holds(world, { corpus: given, border, members }) {
    const { target } = await store(world, given);
    const figures = 'STATS c = COUNT(*), s = SUM(n), least = MIN(n), most = MAX(n)';
    const whole = await figuresOf(world, `FROM ${target} | ${figures}`, members);
    const parts: readonly string[] = [
      `FROM ${target} | ${figures} BY word | LIMIT ${all_rows}`,
      `FROM ${target} | EVAL high = n > ${border} | ${figures} BY high | LIMIT ${all_rows}`,
    ];
    for (const part of parts) expectWhole(whole, await figuresOf(world, part), part);
    const below = `WHERE u >= 0 AND n <= ${border}`;
    const low = await figuresOf(world, `FROM ${target} | ${below} | ${figures}`, members);
    const high = await figuresOf(world, `FROM ${target} | WHERE n > ${border} | ${figures}`);
    expectWhole(whole, [...low, ...high], `parts around ${border}`);
    const few = given.documents.filter(({ n }) => n <= border).length;
    if (low[0]?.[0] !== few) throw new Mismatch(few, low[0]?.[0], 'the part below has other rows');
    const numbers = given.documents.map(({ n }) => n);
    const [row] = whole;
    const counted = [numbers.length, numbers.length === 0 ? null : sum(numbers)];
    if (row?.[0] !== counted[0] || row?.[1] !== counted[1]) {
      throw new Mismatch(counted, row, 'the figures of the whole are others');
    }
  },
});

type Figures = readonly (number | null)[];

/** Count, sum, least and greatest of each row; what the language refuses says nothing of the law. */
async function figuresOf(
  world: World,
  query: string,
  members: QueryMembers = {},
): Promise<readonly Figures[]> {
  let rows: readonly (readonly unknown[])[] = [];
  await prepared(async () => {
    rows = (await ask(world, query, { members })).rows;
  });
  return rows.map((row) => row.slice(0, 4).map((cell) => (cell === null ? null : Number(cell))));
}

function expectWhole(whole: readonly Figures[], parts: readonly Figures[], what: string): void {
  const [expected] = whole;
  const column = (at: number): readonly number[] =>
    parts.map((row) => row[at]).filter((cell) => typeof cell === 'number');
  const [counts, sums, leasts, mosts] = [column(0), column(1), column(2), column(3)];
  const got: Figures = [
    sum(counts),
    sums.length === 0 ? null : sum(sums),
    leasts.length === 0 ? null : Math.min(...leasts),
    mosts.length === 0 ? null : Math.max(...mosts),
  ];
  if (got.every((cell, at) => cell === expected?.[at])) return;
  throw new Mismatch(expected, got, `${what}: the parts do not make the whole`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function all(): boolean {
  return true;
}

/** The same text with small letters for capitals, or the other way round. */
function otherCase(text: string): string {
  const upper = text.toUpperCase();
  return text === upper ? text.toLowerCase() : upper;
}

/** True for texts that a literal can hold with the escapes of JSON alone. */
function isSafeLiteral(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}
