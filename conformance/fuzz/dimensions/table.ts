import { at, defined } from '../../base/assert.ts';
import { type Choice, countTuples, cover, tuplesIn } from '../../base/cover.ts';

/** The dimensions of a table of the specification with their values; the simplest value of each is first. */
export type Levels = Readonly<Record<string, readonly string[]>>;

/** A value for each dimension. */
export type Row<Own extends Levels = Levels> = { readonly [Name in keyof Own]: Own[Name][number] };

/** Values of two dimensions of which none of the one can be with any of the other. */
export type Exclusion<Own extends Levels = Levels> = {
  readonly [Name in keyof Own]?: readonly Own[Name][number][];
};

/** The dimensions of what a property tries, as data. */
export interface DimensionTable<Own extends Levels = Levels> {
  readonly levels: Own;
  readonly never: readonly Exclusion<Own>[];
  /** The clauses that a row follows from, by its values. */
  readonly clauses: Readonly<Record<string, readonly string[]>>;
}

/** How many of the pairs of values of different dimensions were tried together. */
export interface PairCoverage {
  readonly covered: number;
  readonly possible: number;
}

/** Returns the table without the values that a target lacks, or of whose clauses it does not offer one. */
export function offered<Own extends Levels>(
  { levels, clauses, ...rest }: DimensionTable<Own>,
  lacking: ReadonlySet<string>,
  offers: (clause: string) => boolean = () => true,
): DimensionTable<Own> {
  const isOffered = (value: string): boolean =>
    !lacking.has(value) && (clauses[value] ?? []).every((clause) => offers(clause));
  const left = Object.entries(levels).map(
    ([name, values]) => [name, values.filter(isOffered)] as const,
  );
  return { ...rest, clauses, levels: Object.fromEntries(left) as unknown as Own };
}

/** Returns the clauses of some rows, each once; of all rows if none are given. */
export function clausesIn(
  { clauses }: DimensionTable,
  rows?: readonly Partial<Row>[],
): readonly string[] {
  const values = rows?.flatMap((row) => Object.values(row)) ?? Object.keys(clauses);
  return [...new Set(values.flatMap((value) => clauses[value ?? ''] ?? []))];
}

/** True if no two values of a row exclude each other; dimensions without a value fit all. */
export function isPossible({ never }: DimensionTable, row: Partial<Row>): boolean {
  return !never.some((exclusion) =>
    Object.entries(exclusion).every(([name, values]) => {
      const value = row[name];
      return value !== undefined && values?.includes(value) === true;
    }),
  );
}

/** Rows in which all pairs or triples of values occur; a dimension may have no value if any would do. */
export function rowsOf(table: DimensionTable, strength: number): readonly Partial<Row>[] {
  const { names, factors, fits } = factorsOf(table);
  return cover(factors, { strength, fits }).map((row) =>
    Object.fromEntries(row.map(({ factor, value }) => [at(names, factor), value])),
  );
}

/** Counts the pairs of values in some rows, among those that the table allows. */
export function coverageOf(table: DimensionTable, rows: readonly Row[]): PairCoverage {
  const { names, factors, fits } = factorsOf(table);
  const covered = new Set(
    rows.flatMap((row) =>
      tuplesIn(names.map((name, factor) => ({ factor, value: defined(row[name], name) }))),
    ),
  );
  return { covered: covered.size, possible: countTuples(factors, { fits }) };
}

/** The dimensions as factors of a covering, those with most values first. */
function factorsOf(table: DimensionTable) {
  const sorted = Object.entries(table.levels).toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const names = sorted.map(([name]) => name);
  const fits = (one: Choice, other: Choice): boolean =>
    isPossible(table, {
      [at(names, one.factor)]: one.value,
      [at(names, other.factor)]: other.value,
    });
  return { names, factors: sorted.map(([, values]) => values), fits };
}
