import { clausesIn, type DimensionTable, hasAll, isPossible, type Row } from './table.ts';

/** A row that failed, and the values of it that the failure is about. */
export interface FailedRow {
  readonly row: Row;
  readonly noted: Partial<Row>;
}

/**
 * The clauses of the values without which a failure is gone; `fails` tries a row. Clauses about several values together come
 * first. A value that rows keep counts if it is not the simplest. If no clause is found so, all of the noted values count.
 */
export async function essentialClauses(
  table: DimensionTable,
  failed: FailedRow,
  fails: (row: Row) => Promise<boolean>,
): Promise<readonly string[]> {
  const { clauses } = table;
  const joint = (table.together ?? []).filter(({ values }) => hasAll(failed.noted, values));
  const matters = (name: string, value: string): boolean =>
    clauses[value] !== undefined || joint.some(({ values }) => values[name] !== undefined);
  const essential = new Map<string, string>();
  for (const [name, value] of Object.entries(failed.noted)) {
    if (value === undefined || !matters(name, value)) continue;
    if (await isEssential(table, { ...failed, name }, fails)) essential.set(name, value);
  }
  const isAbout = (name: string): boolean =>
    essential.has(name) && clauses[essential.get(name) ?? ''] === undefined;
  const found = [
    joint.filter(({ values }) => Object.keys(values).some(isAbout)).flatMap((one) => one.clauses),
    [...essential.values()].flatMap((value) => clauses[value] ?? []),
    clausesIn(table, [failed.noted]),
  ];
  return [...new Set(found.find((ids) => ids.length > 0))];
}

async function isEssential(
  table: DimensionTable,
  { row, name }: FailedRow & { readonly name: string },
  fails: (row: Row) => Promise<boolean>,
): Promise<boolean> {
  const values = table.levels[name] ?? [];
  if (table.kept.includes(name)) return row[name] !== values[0];
  const other = values
    .filter((value) => value !== row[name])
    .map((value) => ({ ...row, [name]: value }))
    .find((changed) => isPossible(table, changed));
  return other === undefined || !(await fails(other));
}
