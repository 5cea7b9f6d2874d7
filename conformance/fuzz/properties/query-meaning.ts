import fc from 'fast-check';
import { Mismatch } from '../../driver/errors.ts';
import { tableOf } from '../../steps/answer-table.ts';
import { isRefusal } from '../../steps/expectations.ts';
import type { World } from '../../steps/world.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { any_word, type Fields, small_integer } from '../arbitraries/document.ts';
import { law } from '../law.ts';
import { all_rows, ask, expectRows, expectSameTable, quoted, rowsWhere } from '../querying.ts';
import { prepared, store } from '../set-up.ts';

const names = ['u', 'n', 'word'] as const;

/** Texts that would mean something if they were pasted into a query. */
const hostile = fc.oneof(
  fc.constantFrom(
    '" OR true OR word == "',
    'a" | LIMIT 0 | WHERE word == "a',
    '| DROP u',
    '*',
    '?',
    '??',
    '`u`',
    'u, n',
    '"""',
    '\\"',
    '// a',
    '/*',
    "' OR 1=1 --",
    'null',
    '[1, 2]',
    '\n| LIMIT 0',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);

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
    }),
  async holds(world, { corpus: given, value, number }) {
    const { target } = await store(world, given);
    const after = `KEEP ${names.join(', ')}, given | SORT u | LIMIT ${all_rows}`;
    const query = `FROM ${target} | WHERE word == ? OR n == ? | EVAL given = ? | ${after}`;
    const got = await ask(world, query, { members: { params: [value, number, value] } });
    const keeps = ({ word, n }: Fields): boolean => word === value || n === number;
    const rows = rowsWhere(given.documents, keeps, names).map((row) => [...row, value]);
    expectRows({ names: [...names, 'given'], rows }, got, 'with parameters');
    const literal = `FROM ${target} | WHERE word == ${quoted(value)} OR n == ${number} | EVAL given = ${quoted(value)} | ${after}`;
    if (isSafeLiteral(value)) expectSameTable(got, await ask(world, literal), 'with literals');
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
      name: fc.oneof(fc.constantFrom('n', 'word', 'maybe' as const), hostile),
    }),
  async holds(world, { corpus: given, name }) {
    const { target } = await store(world, given);
    const query = `FROM ${target} | SORT u | KEEP ?? | LIMIT ${all_rows}`;
    const body = { query, params: [name] };
    await world.send({ method: 'POST', path: '/_query', body });
    const isField = name === 'n' || name === 'word' || name === 'maybe';
    if (!isField && isRefusal(world.last.response.status)) return;
    const got = tableOf(world);
    if (!isField) throw new Mismatch('a refusal', got.columns, `${name} names no field`);
    expectRows({ names: [name], rows: rowsWhere(given.documents, all, [name]) }, got, name);
  },
});

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
      gte: small_integer,
      lte: small_integer,
      words: fc.array(any_word, { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom('range', 'term', 'terms'),
      least: small_integer,
    }),
  async holds(world, { corpus: given, gte, lte, words, kind, least }) {
    const { target } = await store(world, given);
    const [word = ''] = words;
    const filters: Readonly<Record<string, unknown>> = {
      range: { range: { n: { gte, lte } } },
      term: { term: { word } },
      terms: { terms: { word: words } },
    };
    const keeps: Readonly<Record<string, (fields: Fields) => boolean>> = {
      range: ({ n }) => n >= gte && n <= lte,
      term: (fields) => fields.word === word,
      terms: (fields) => words.includes(fields.word),
    };
    const meets = ({ u }: Fields): boolean => u >= least;
    const kept = given.documents.filter((fields) => keeps[kind]?.(fields) === true);
    const rows = rowsWhere(kept, meets, names);
    const query = `FROM ${target} | WHERE u >= ${least} | KEEP ${names.join(', ')} | SORT u | LIMIT ${all_rows}`;
    await world.send({ method: 'POST', path: '/_query', body: { query, filter: filters[kind] } });
    if (kept.length === 0 && isRefusal(world.last.response.status)) return;
    if (kept.length === 0 && tableOf(world).rows.length === 0) return;
    expectRows({ names, rows }, tableOf(world), `filter by ${kind}`);
  },
});

/** What the parts give adds up to what the whole gives. */
export const partsMakeWhole = law({
  id: 'parts-make-whole',
  describe: 'Counts, sums and bounds of the parts of a query make those of the whole.',
  clauses: ['query.where-restricts-rows', 'query.approximation-default-false'],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities, { most_indices: 3 }),
      border: small_integer,
    }),
  async holds(world, { corpus: given, border }) {
    const { target } = await store(world, given);
    const figures = 'STATS c = COUNT(*), s = SUM(n), least = MIN(n), most = MAX(n)';
    const whole = await figuresOf(world, `FROM ${target} | ${figures}`);
    const parts: readonly string[] = [
      `FROM ${target} | ${figures} BY word | LIMIT ${all_rows}`,
      `FROM ${target} | EVAL high = n > ${border} | ${figures} BY high | LIMIT ${all_rows}`,
    ];
    for (const part of parts) expectWhole(whole, await figuresOf(world, part), part);
    const low = await figuresOf(world, `FROM ${target} | WHERE n <= ${border} | ${figures}`);
    const high = await figuresOf(world, `FROM ${target} | WHERE n > ${border} | ${figures}`);
    expectWhole(whole, [...low, ...high], `parts around ${border}`);
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
async function figuresOf(world: World, query: string): Promise<readonly Figures[]> {
  let rows: readonly (readonly unknown[])[] = [];
  await prepared(async () => {
    rows = (await ask(world, query)).rows;
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

/** True for texts that a literal can hold with the escapes of JSON alone. */
function isSafeLiteral(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}
