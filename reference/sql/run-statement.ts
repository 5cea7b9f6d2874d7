import type { Environment } from '../base/environment.ts';
import type { JsonValue } from '../base/json.ts';
import { ServiceError, refuse } from '../base/service-error.ts';
import type { QueryServices } from '../plan/start-query.ts';
import { startQuery } from '../plan/start-query.ts';
import type { Query } from '../search/query/weight.ts';
import { lowerSelect } from './lower-select.ts';
import { parseStatement } from './parse-statement.ts';
import { startYielder } from '../base/yielder.ts';
import type { Cells } from '../plan/cells.ts';
import { isList, valuesOf } from '../plan/cells.ts';
import type { OutputColumn } from '../plan/plan.ts';
import type { QueryResult } from '../plan/task.ts';

/** A statement and the settings of its run. */
interface StatementCall {
  readonly text: string;
  /** Values of the placeholders, in order. */
  readonly params: readonly JsonValue[];
  readonly filter: Query | undefined;
  readonly zone: string;
  /** Whether the first of several values is used; otherwise several are refused. */
  readonly lenient: boolean;
  /** Time limit of the statement. */
  readonly most_ms: number;
}

/** The result of a statement. */
export interface StatementResult {
  readonly table: SqlTable;
  /** Texts for the `Warning` header. */
  readonly warnings: readonly string[];
}

/**
 * Runs a statement. Rejects with a ServiceError if it is invalid, or exceeds its time limit.
 *
 * sql.query-runs, sql.filter-restricts, sql.filter-forms, sql.filter-with-where, sql.routing-filter, sql.dialect,
 * sql.statement-invalid.
 */
export async function runStatement(
  call: StatementCall,
  services: QueryServices,
): Promise<StatementResult> {
  const { filter, zone, lenient } = call;
  const environment = endingIn(call.most_ms, services.environment);
  const { tree, shown } = lowerSelect(parseStatement(call.text, call.params), lenient);
  const task = await startQuery(
    { tree, filter, zone, allRows: true },
    { ...services, environment },
  );
  const result = await task.result;
  const table = await shapeResult(result, { shown, lenient, environment });
  return { table, warnings: result.figures.warnings };
}

/** Returns an environment whose work is refused at its first step after some time. */
function endingIn(most_ms: number, environment: Environment): Environment {
  const end_ms = environment.elapsed() + most_ms;
  return {
    ...environment,
    async yieldToEventLoop() {
      await environment.yieldToEventLoop();
      if (environment.elapsed() < end_ms) return;
      throw new ServiceError(
        'timeout_exception',
        `the statement did not end within its [request_timeout] of [${most_ms}ms]`,
      );
    },
  };
}

/** The rows of the result of a statement. */
export interface SqlTable {
  readonly columns: readonly SqlColumn[];
  readonly rows: readonly Cells[];
}

/** How the result of a plan becomes that of a statement. */
interface ShapeOptions {
  /** The names in the result of the columns of the list; other columns were selected by `*`. */
  readonly shown: ReadonlyMap<string, string>;
  /** Whether the first of several values is shown; otherwise several are refused. */
  readonly lenient: boolean;
  readonly environment: Environment;
}

/** A column of the result of a statement. */
interface SqlColumn extends OutputColumn {
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
async function shapeResult(
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
  const rows: Cells[] = [];
  for (const row of table.rows) {
    rows.push(
      chosen.map(({ place, name }) => {
        const cell = row[place] ?? null;
        if (isList(cell) && !lenient) return arraysRefused(name);
        return valuesOf(cell)[0] ?? null;
      }),
    );
    await yielder.yieldIfDue();
  }
  const columns = chosen.map(({ name, type }) => ({
    name,
    type,
    typeName: type === 'date' ? 'datetime' : type,
  }));
  return { columns, rows };
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
