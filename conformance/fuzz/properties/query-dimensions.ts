import fc from 'fast-check';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { formatIn, tableOf } from '../../client/answer-table.ts';
import { writeAll } from '../../client/documents.ts';
import { isRefusal } from '../../client/expectations.ts';
import type { World } from '../../client/world.ts';
import { documentFormats } from '../../decode/formats.ts';
import type { Table } from '../../decode/table.ts';
import { type Cells, documentsWith, onlyRead } from '../arbitraries/edges.ts';
import { propertyOver } from '../dimensions/property-over.ts';
import { askedBefore, queries, type QueryRow } from '../dimensions/query-dimensions.ts';
import { judging, noted, triedIn } from '../dimensions/tried.ts';
import {
  askedFor,
  columnOf,
  figuresIn,
  filterOf,
  meets,
  readBy,
  valuesOf,
} from '../queries/asked.ts';
import { columns, expectCells, shownAs } from '../queries/columns.ts';
import { createIndex, prepared } from '../set-up.ts';

const maxDocuments = 9;
const leastDocuments = 7;

/** Documents on the target, which one kind of query adds to. */
interface Corpus {
  readonly world: World;
  readonly index: string;
  documents: readonly Cells[];
  readonly types: Map<string, string>;
}

/** However a query is asked and answered, its table is what was written, meets its condition and passes its filter. */
export const queryDimensionsAgree = propertyOver({
  id: 'query-dimensions',
  describe:
    'In every format, by every endpoint and spelling, a query returns the rows that meet its condition and its filter.',
  table: queries,
  needs: ['query'],
  effort: 1.5,
  beside: (rows) => fc.record({ documents: documentsFor(rows) }),
  only({ documents }, rows) {
    const read = new Set(rows.flatMap(readBy).map(columnOf));
    return { documents: documents.map((one) => onlyRead(one, read)) };
  },
  async holds(world, { rows, documents }) {
    const index = world.name('i0');
    const fields = rows.flatMap(readBy).flatMap((value) => {
      const type = columns[value]?.type;
      return type === undefined ? [] : [[columnOf(value), { type }] as const];
    });
    const properties = Object.fromEntries(fields);
    const shown = fields.filter(([, { type }]) => shownTypes.has(type));
    const types = new Map(shown.map(([name, { type }]) => [name, type]));
    const corpus: Corpus = { world, index, documents, types };
    // No row is left if a target offers none of a batch.
    const shards = Number.parseInt(rows[0]?.shards ?? '1', 10);
    await prepared(async () => {
      const mappings = { properties: { u: { type: 'integer' }, ...properties } };
      await createIndex(world, index, { mappings, shards });
      const stored = documents.map((source) => ({ index, id: `${source.u}`, source }));
      // The last document replaces one that no answer may contain or count.
      const last = stored.slice(-1);
      const replaced = last.map((one) => ({ ...one, source: { u: 2 } }));
      await writeAll(world, [...stored.slice(0, -1), ...replaced]);
      await writeAll(world, last);
    }, 'the index or a document');
    for (const row of rows) {
      // The clauses of values are about the types of their columns alone.
      const { value: _, ...others } = row;
      await judging(others, judgeQuery(corpus, row));
      triedIn(world).push(row);
    }
  },
});

/** Generates documents with the fields that some queries read. */
function documentsFor(rows: readonly QueryRow[]): fc.Arbitrary<readonly Cells[]> {
  const fields = new Map(
    rows.flatMap(readBy).flatMap((value) => {
      const column = columns[value];
      const name = columnOf(value);
      return column === undefined ? [] : [[name, { name, ...column }] as const];
    }),
  );
  return documentsWith([...fields.values()], { least: leastDocuments, most: maxDocuments });
}

async function judgeQuery(corpus: Corpus, row: QueryRow): Promise<void> {
  const { world, index } = corpus;
  await askBefore(corpus, row);
  const { documents } = corpus;
  const kept = documents.filter(({ u }) => meets(row, u) && filterOf(row).keeps(u));
  const between = (): Promise<void> => writeLater(corpus);
  for (const answer of await askedFor(world, row, { index, between })) {
    // A filter that keeps nothing may leave no columns, so that a query that names them is refused; so may be a charset.
    const isOpen =
      row.filter === 'nothing' || [row.choice, row.header].some((one) => one.includes('charset'));
    if (isOpen && isRefusal(answer)) continue;
    expectAnswer(corpus, row, { answer, kept });
  }
}

/** Asks for what an answer must not be taken from: the same of another document in place of the last, or nearly the same. */
async function askBefore({ world, index, documents }: Corpus, row: QueryRow): Promise<void> {
  const between = (): Promise<void> => Promise.resolve();
  const other = row.before === 'another document' ? row : askedBefore(row);
  const source = documents.at(-1);
  if (other === undefined || source === undefined) return;
  const last = { index, id: `${source.u}`, source };
  if (other === row) await prepared(() => writeAll(world, [{ ...last, source: { u: 2 } }]));
  await askedFor(world, other, { index, between });
  if (other === row) await prepared(() => writeAll(world, [last]));
}

/** Writes a document that a query would find if it ran again. */
async function writeLater(corpus: Corpus): Promise<void> {
  const { world, index, documents } = corpus;
  const last = documents.at(-1);
  const source = { ...last, u: (last?.u ?? 0) + 1 };
  await prepared(() => writeAll(world, [{ index, id: `${source.u}`, source }]));
  corpus.documents = [...documents, source];
}

function expectAnswer(
  { types }: Corpus,
  row: QueryRow,
  { answer, kept }: { readonly answer: Exchange; readonly kept: readonly Cells[] },
): void {
  const table = tableIn(answer, row);
  const what = `${answer.request.method} ${answer.request.path.split('/', 4).slice(1, 3).join('/')} in ${row.format}`;
  const isStopped = answer.request.path.endsWith('/stop');
  const isFirst = answer.request.path.startsWith('/_query?') || answer.request.body !== undefined;
  const format = formatIn(answer);
  if (isFirst && format !== row.format) {
    throw new Mismatch(row.format, format, `${what}: the answer has another media type`);
  }
  if (row.shape !== 'rows') {
    const names = namesOf(figuresIn[row.shape], row, isFirst);
    if (!isStopped) expectFigures({ names, row, kept }, table, what);
    return;
  }
  const values = valuesOf(row);
  const isDocument = documentFormats.some((one) => one === format);
  const isStrict = format === 'json' || format === 'yaml';
  const shown = kept.map((one) => [
    one.u,
    ...values.map((value) => shownAs(value, one, { ...row, isStrict })),
  ]);
  const found = new Set(readingsOf(table).flatMap((one) => one.rows.map(([u]) => String(u))));
  const rows = isStopped ? shown.filter(([u]) => found.has(String(u))) : shown;
  expectCells({ names: namesOf(['u', ...values.map(columnOf)], row, isFirst), rows }, table, what);
  if (isDocument && rows.length > 0) expectTypes(types, table, what);
}

/** The figures of a query, by the names that its answer gives them, and the documents that they are about. */
interface KeptFigures {
  readonly names: readonly string[];
  readonly row: QueryRow;
  readonly kept: readonly Cells[];
}

/** Throws Mismatch unless a table has the figures; that of nothing may be no row, or a maximum without text. */
function expectFigures({ names, row, kept }: KeptFigures, table: Table, what: string): void {
  const isBlank = row.shape === 'maximum' || table.rows.length === 0;
  if (kept.length === 0 && isBlank) return;
  const figures = figuresOf(kept.map(({ u }) => u));
  expectCells({ names, rows: [figuresIn[row.shape].map((name) => figures[name])] }, table, what);
}

/** The number, the sum, the least and the greatest of some numbers; of none there is only the number. */
function figuresOf(numbers: readonly number[]) {
  if (numbers.length === 0) return { c: 0, s: null, least: null, most: null };
  const s = numbers.reduce((total, one) => total + one, 0);
  return { c: numbers.length, s, least: Math.min(...numbers), most: Math.max(...numbers) };
}

/** The names of the columns; numbers if the answer has to leave the names out. */
function namesOf(
  names: readonly string[],
  { header }: QueryRow,
  isFirst: boolean,
): readonly string[] {
  return header.startsWith('absent') && isFirst ? names.map((_, at) => `${at + 1}`) : names;
}

/** The table of an answer. A later answer may be laid out as the query asked for, or as it would be without that. */
function tableIn(answer: Exchange, { columnar, delimiter }: QueryRow): Table {
  const { request } = answer;
  if (request.body !== undefined) return tableOf({ last: answer });
  const separator = delimiter === 'default delimiter' ? ',' : delimiter;
  const asAsked = {
    ...request,
    path: `${request.path.split('?', 1)[0]}?delimiter=${encodeURIComponent(separator)}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ columnar: columnar === 'by column' }),
  };
  const readings = [{ ...answer, request: asAsked }, answer].flatMap((last) => readingsIn(last));
  const [table = tableOf({ last: answer }), ...others] = readings;
  return { ...table, ...joined(others) };
}

/** The readings as the further ones of a table. */
function joined([otherwise, ...others]: readonly Table[]): Pick<Table, 'otherwise'> {
  return otherwise === undefined ? {} : { otherwise: { ...otherwise, ...joined(others) } };
}

/** A table, and the others as which its text can be read. */
function readingsOf(table: Table): readonly Table[] {
  return table.otherwise === undefined ? [table] : [table, ...readingsOf(table.otherwise)];
}

/** The readings of an answer; none if it holds no table. */
function readingsIn(last: Exchange): readonly Table[] {
  try {
    return readingsOf(tableOf({ last }));
  } catch (error) {
    if (error instanceof Mismatch) return [];
    throw error;
  }
}

/** The types that the specification shows, which columns have in answers too, and the values whose clauses say so. */
const shownTypes: ReadonlyMap<string, QueryRow['value']> = new Map([
  ['text', 'prose'],
  ['keyword', 'word'],
  ['integer', 'integer'],
  ['date', 'date'],
]);

/** Throws Mismatch unless all structured answers give a column the same type, which is that of the field if it is shown. */
function expectTypes(types: Map<string, string>, { columns: got }: Table, what: string): void {
  for (const { name, type = 'absent' } of got) {
    const known = types.get(name) ?? type;
    types.set(name, known);
    if (known === type) continue;
    const mismatch = new Mismatch(known, type, `${what}: the type of ${name} differs`);
    const value = shownTypes.get(known);
    throw value === undefined ? mismatch : noted(mismatch, { value });
  }
}
