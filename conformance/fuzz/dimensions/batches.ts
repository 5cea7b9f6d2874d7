import fc from 'fast-check';
import { at } from '../../base/errors.ts';
import { drawing } from '../arbitraries/drawn.ts';
import { type DimensionTable, isPossible, type Levels, type Row, rowsOf } from './table.ts';

/** Rows that share what is expensive to prepare, such as an index and its documents. */
type Batch = readonly Partial<Row>[];

/** The batches of a table whose values do not depend on a server, which are made once. */
const known = new Map<string, readonly Batch[]>();

/**
 * Generates the rows of the batch with a number: first those that cover all pairs, then these once more with other values,
 * then those that cover all triples.
 */
export function rowsIn<Own extends Levels>(
  table: DimensionTable<Own>,
  number: number,
): fc.Arbitrary<readonly Row<Own>[]> {
  const plain = table as unknown as DimensionTable;
  const pairs = batchesOf(plain, 2);
  const triples = (): readonly Batch[] => batchesOf(plain, 3);
  const later = number - 2 * pairs.length;
  const batch =
    later < 0 ? at(pairs, number % pairs.length) : at(triples(), later % triples().length);
  const rows = drawing<readonly Row[]>({
    generate: (random) => new fc.Value(rowsFrom(batch, plain, random), undefined),
    shrink: (given) =>
      fc.stream(smaller(given, plain)).map((fewer) => new fc.Value(fewer, undefined)),
  });
  return rows as fc.Arbitrary<readonly Row<Own>[]>;
}

/** Divides the rows that cover all pairs or all triples into batches. */
export function batchesOf(table: DimensionTable, strength: number): readonly Batch[] {
  const key = JSON.stringify([table, strength]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const batches: Partial<Row>[][] = [];
  for (const row of rowsOf(table, strength)) {
    const open = batches.find((batch) => isOpenFor(row, batch, table));
    if (open === undefined) batches.push([row]);
    else open.push(row);
  }
  known.set(key, batches);
  return batches;
}

/** True if a batch has room for a row whose shared dimensions are those of the batch. */
function isOpenFor(row: Partial<Row>, batch: Batch, table: DimensionTable): boolean {
  const { shared, most } = table;
  if (batch.length >= most) return false;
  const together = Object.assign({}, ...[...batch, row].map((one) => only(one, shared))) as Row;
  const beside = [...batch, row];
  const isShared = beside.every(
    (one) =>
      shared.every((name) => one[name] === undefined || one[name] === together[name]) &&
      isPossible(table, { ...one, ...together }),
  );
  // Values that each two rows can share may exclude each other.
  return isShared && completed(together, shared, { table, random: first, beside }) !== undefined;
}

/** Chooses the first of all values. */
const first: Completion['random'] = { nextInt: () => 0 };

function only(row: Partial<Row>, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}

/** Gives the rows of a batch a value for each dimension; those that the batch leaves open at random. */
function rowsFrom(batch: Batch, table: DimensionTable, random: fc.Random): readonly Row[] {
  const { shared } = table;
  const names = Object.keys(table.levels);
  const together = Object.assign({}, ...batch.map((row) => only(row, shared))) as object;
  const common = completed(together, shared, { table, random, beside: batch }) ?? together;
  // The covering looks at two values at a time: three may exclude each other.
  const rows = batch
    .map((row) => ({ ...row, ...common }))
    .filter((row) => isPossible(table, row))
    .map((row) => completed(row, names, { table, random, beside: [] }))
    .filter((row) => row !== undefined);
  return rows as readonly Row[];
}

/** Single rows, and then rows with a simpler value of one dimension: of one row, or of all rows if they share it. */
function* smaller(rows: readonly Row[], table: DimensionTable): Generator<readonly Row[]> {
  if (rows.length > 1) {
    for (const row of rows) yield [row];
    for (const left of rows) yield rows.filter((row) => row !== left);
  }
  const { levels, kept, shared } = table;
  const simpler = Object.entries(levels)
    .filter(([name]) => !kept.includes(name))
    .flatMap(([name, values]) => {
      const changing = shared.includes(name) ? [undefined] : rows;
      return changing.flatMap((row) =>
        values
          .slice(0, values.indexOf((row ?? rows[0])?.[name] ?? ''))
          .map((value) =>
            rows.map((one) => (row === undefined || row === one ? { ...one, [name]: value } : one)),
          ),
      );
    });
  yield* simpler.filter((changed) => changed.every((one) => isPossible(table, one)));
}

/** What a row is completed with: it has to fit the rows beside it, too. */
interface Completion {
  readonly table: DimensionTable;
  readonly random: Pick<fc.Random, 'nextInt'>;
  readonly beside: Batch;
}

/** Gives each of these dimensions that has no value one at random; undefined if there is no possible row. */
function completed(
  row: Partial<Row>,
  names: readonly string[],
  completion: Completion,
): Partial<Row> | undefined {
  const { table, random, beside } = completion;
  const open = names.find((name) => row[name] === undefined);
  if (open === undefined) return row;
  const values = table.levels[open] ?? [];
  const start = random.nextInt(0, Math.max(0, values.length - 1));
  for (const value of [...values.slice(start), ...values.slice(0, start)]) {
    const next = { ...row, [open]: value };
    const isFree = [{}, ...beside].every((one) => isPossible(table, { ...one, ...next }));
    const full = isFree ? completed(next, names, completion) : undefined;
    if (full !== undefined) return full;
  }
  return undefined;
}
