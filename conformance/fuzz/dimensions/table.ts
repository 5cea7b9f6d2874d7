import { at, defined } from '../../base/errors.ts';
import type { TargetSupport } from '../target-support.ts';
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
  /** The values that a target does not offer, whatever it claims of their clauses. */
  readonly lacking: (support: TargetSupport) => readonly string[];
  /** The dimensions that are the same for all rows that are tried together. */
  readonly shared: readonly string[];
  /** The most rows that are tried together. */
  readonly most: number;
  readonly never: readonly Exclusion<Own>[];
  /** Values of three or more dimensions each, all of which are tried together as soon as every pair is. */
  readonly combinations?: readonly Exclusion<Own>[];
  /** The dimensions that keep their values while rows are shrunk, as what is written depends on them. */
  readonly kept: readonly string[];
  /** The clauses that a row follows from, by its values. */
  readonly clauses: Readonly<Record<string, readonly string[]>>;
  /** The clauses that a row follows from if it has one of these values of each dimension. */
  readonly together?: readonly {
    readonly values: Exclusion;
    readonly clauses: readonly string[];
  }[];
}

/** How many of the pairs of values of different dimensions were tried together. */
export interface PairCoverage {
  readonly covered: number;
  readonly possible: number;
}

/**
 * Returns the table without the values that a target lacks, or of whose clauses it does not offer one. A dimension all of whose
 * values would go for their clauses keeps them.
 */
export function offered<Own extends Levels>(
  table: DimensionTable<Own>,
  support: TargetSupport,
): DimensionTable<Own> {
  const { levels, clauses, together = [], never } = table;
  const { offers = () => true } = support;
  const lacking = table.lacking(support);
  const left = Object.entries(levels).map(([name, values]) => {
    const had = values.filter((value) => !lacking.includes(value));
    const kept = had.filter((value) => (clauses[value] ?? []).every((clause) => offers(clause)));
    return [name, kept.length > 0 ? kept : had] as const;
  });
  const apart = together.filter((one) => !one.clauses.every((clause) => offers(clause)));
  return {
    ...table,
    never: [...never, ...apart.map(({ values }) => values)],
    levels: Object.fromEntries(left) as unknown as Own,
  };
}

/** Returns the clauses of some rows, each once; of all rows if none are given. */
export function clausesIn(
  { clauses, together = [] }: DimensionTable,
  rows?: readonly Partial<Row>[],
): readonly string[] {
  const values = rows?.flatMap((row) => Object.values(row)) ?? Object.keys(clauses);
  const joint = together.filter((one) => rows?.some((row) => hasAll(row, one.values)) ?? true);
  return [
    ...new Set([
      ...values.flatMap((value) => clauses[value ?? ''] ?? []),
      ...joint.flatMap((one) => one.clauses),
    ]),
  ];
}

/** True if no two values of a row exclude each other; dimensions without a value fit all. */
export function isPossible({ never }: DimensionTable, row: Partial<Row>): boolean {
  return !never.some((exclusion) => hasAll(row, exclusion));
}

/** True if a row has one of the values of each dimension. */
export function hasAll(row: Partial<Row>, wanted: Exclusion): boolean {
  return Object.entries(wanted).every(([name, values]) => {
    const value = row[name];
    return value !== undefined && values?.includes(value) === true;
  });
}

/** Rows in which all pairs or triples of values occur; a dimension may have no value if any would do. */
export function rowsOf(table: DimensionTable, strength: number): readonly Partial<Row>[] {
  const { names, factors, fits } = factorsOf(table);
  const combinations = strength < 3 ? combinationsOf(table, names) : [];
  return cover(factors, { strength, fits, combinations }).map((row) =>
    Object.fromEntries(row.map(({ factor, value }) => [at(names, factor), value])),
  );
}

/** The combinations of values that a table names, of those values that it has. */
function combinationsOf(
  { levels, combinations = [] }: DimensionTable,
  names: readonly string[],
): readonly (readonly Choice[])[] {
  return combinations.flatMap((wanted) => {
    const each = Object.entries(wanted).map(([name, values = []]) =>
      values
        .filter((value) => levels[name]?.includes(value) === true)
        .map((value) => ({ factor: names.indexOf(name), value })),
    );
    return each.reduce<readonly (readonly Choice[])[]>(
      (rows, choices) => rows.flatMap((row) => choices.map((choice) => [...row, choice])),
      [[]],
    );
  });
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
