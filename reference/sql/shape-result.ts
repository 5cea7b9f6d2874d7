import { at } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import { refuse } from '../base/service-error.ts';
import type { Page } from '../plan/page.ts';
import { isList, valuesOf } from '../plan/page.ts';
import type { OutputColumn } from '../plan/plan.ts';
import type { QueryResult } from '../plan/table.ts';
import { startYielder } from '../base/yielder.ts';

/** The rows of the result of a statement. */
export interface SqlTable {
  readonly columns: readonly SqlColumn[];
  readonly pages: readonly Page[];
}

/** How the result of a plan becomes that of a statement. */
export interface ShapeOptions {
  /** The names in the result of the columns of the list; other columns were selected by `*`. */
  readonly shown: ReadonlyMap<string, string>;
  /** Whether the first of several values is shown; otherwise several are refused. */
  readonly lenient: boolean;
  readonly environment: Environment;
}

/** A column of the result of a statement. */
export interface SqlColumn extends OutputColumn {
  /** The name of its type. */
  readonly typeName: string;
}

function arraysRefused(name: string): never {
  return refuse(
    `Arrays (returned by [${name}]) are not supported; [field_multi_value_leniency] takes the first value of each`,
  );
}

/**
 * Renames the columns of a result to the names of the statement. Of the columns selected by `*`, those of sub-fields
 * and of types that cannot be shown are omitted. Rejects if a row has several values in a column.
 *
 * sql.query-runs, sql.dialect.
 */
export async function shapeResult(
  { table, figures }: QueryResult,
  { shown, lenient, environment }: ShapeOptions,
): Promise<SqlTable> {
  const refused = lenient ? undefined : arrayWarning(figures.warnings);
  if (refused !== undefined) arraysRefused(refused);
  const chosen = table.columns.flatMap((column, place) => {
    const name = shown.get(column.name) ?? starName(column, table.columns);
    return name === undefined ? [] : [{ place, name, type: column.type }];
  });
  const yielder = startYielder(environment);
  const pages: Page[] = [];
  for (const { rows, columns } of table.pages) {
    const single = chosen.map(({ place, name }) => {
      const cells = at(columns, place);
      if (!cells.some(isList)) return cells;
      if (lenient) return cells.map((cell) => valuesOf(cell)[0] ?? null);
      return arraysRefused(name);
    });
    pages.push({ rows, columns: single });
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  const columns = chosen.map(({ name, type }) => ({
    name,
    type,
    typeName: type === 'date' ? 'datetime' : type,
  }));
  return { columns, pages };
}

/** Returns the name of a column selected by `*`, or undefined if it is not shown. */
function starName(
  { name, type }: OutputColumn,
  columns: readonly OutputColumn[],
): string | undefined {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  const isSubField = columns.some((other) => other.name === parent);
  return isSubField || type === 'unsupported' ? undefined : name;
}

/** Returns the expression of the first warning about several values. */
function arrayWarning(warnings: readonly string[]): string | undefined {
  const at = warnings.findIndex((text) => text.includes('encountered multi-value'));
  const earlier = warnings.slice(0, Math.max(0, at)).toReversed();
  const evaluation = earlier.find((text) => text.includes(': evaluation of ['));
  return at < 0 ? undefined : (/evaluation of \[(.*)\] failed/s.exec(evaluation ?? '')?.[1] ?? '');
}
