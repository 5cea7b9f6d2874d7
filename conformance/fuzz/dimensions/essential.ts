import { clausesIn, type DimensionTable, hasAll, isPossible, type Row } from './table.ts';

/** A row that failed, and the values of it that the failure is about. */
export interface FailedRow {
  readonly row: Row;
  readonly noted: Partial<Row>;
}

/** Resolves to true if a row fails. */
type Fails = (row: Row) => Promise<boolean>;

/**
 * The clauses of the values without which a failure is gone, once all others are as simple as they can be; `fails` tries a
 * row. Clauses about several values together come first. A value that rows keep counts if it is not the simplest. If no
 * clause is found so, all of the noted values count.
 */
export async function essentialClauses(
  table: DimensionTable,
  found: FailedRow,
  fails: Fails,
): Promise<readonly string[]> {
  const { clauses } = table;
  const failed = await simplified(table, found, fails);
  const joint = (table.together ?? []).filter(({ values }) => hasAll(failed.noted, values));
  const matters = (name: string, value: string): boolean =>
    clauses[value] !== undefined || joint.some(({ values }) => values[name] !== undefined);
  const essential = new Map<string, string>();
  const isFree = (name: string): boolean =>
    !table.kept.includes(name) && !matters(name, failed.row[name] ?? '');
  for (const [name, value] of Object.entries(failed.noted)) {
    if (value === undefined || !matters(name, value)) continue;
    if (await isEssential(table, { ...failed, name, isFree }, fails)) essential.set(name, value);
  }
  const isAbout = (name: string): boolean =>
    essential.has(name) && clauses[essential.get(name) ?? ''] === undefined;
  const choices = [
    joint.filter(({ values }) => Object.keys(values).some(isAbout)).flatMap((one) => one.clauses),
    [...essential.values()].flatMap((value) => clauses[value] ?? []),
    clausesIn(table, [found.noted]),
  ];
  return [...new Set(choices.find((ids) => ids.length > 0))];
}

/** The row with each value that is not needed for the failure replaced by the simplest one. */
async function simplified(table: DimensionTable, { row, noted }: FailedRow, fails: Fails) {
  let simple = row;
  for (const [name, [simplest]] of Object.entries(table.levels)) {
    if (simplest === undefined || simple[name] === simplest || table.kept.includes(name)) continue;
    const simpler = { ...simple, [name]: simplest };
    if (isPossible(table, simpler) && (await fails(simpler))) simple = simpler;
  }
  const values = Object.entries(noted).map(([name, value]) => [name, simple[name] ?? value]);
  return { row: simple, noted: Object.fromEntries(values) as Partial<Row> };
}

/** A value of a failed row that may be essential. */
interface Candidate extends FailedRow {
  readonly name: string;
  /** True for a dimension that may be changed, too, where a row is not possible otherwise. */
  readonly isFree: (name: string) => boolean;
}

async function isEssential(
  table: DimensionTable,
  candidate: Candidate,
  fails: Fails,
): Promise<boolean> {
  const { row, name } = candidate;
  if (table.kept.includes(name)) return row[name] !== table.levels[name]?.[0];
  for (const changed of changesOf(table, candidate)) {
    if (isPossible(table, changed)) return !(await fails(changed));
  }
  return true;
}

/** Generates the rows with another value of a dimension, each followed by those with another value of a free one. */
function* changesOf({ levels }: DimensionTable, { row, name, isFree }: Candidate): Generator<Row> {
  for (const value of levels[name] ?? []) {
    if (value === row[name]) continue;
    const changed = { ...row, [name]: value };
    yield changed;
    for (const [free, choices] of Object.entries(levels)) {
      if (free === name || !isFree(free)) continue;
      for (const choice of choices) yield { ...changed, [free]: choice };
    }
  }
}
