import type { JsonValue } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { QueryServices } from '../plan/start-query.ts';
import { startQuery } from '../plan/start-query.ts';
import type { QueryResult } from '../plan/table.ts';
import type { QueryTask } from '../plan/task.ts';
import type { Query } from '../search/query/query.ts';
import { describeTable, showTables } from './catalog-statements.ts';
import { lowerSelect } from './lower/lower-select.ts';
import { parseStatement } from './parse/parse-statement.ts';
import type { SelectStatement } from './parse/statement.ts';
import type { SqlTable } from './shape-result.ts';
import { ArrayRefusal, shapeResult } from './shape-result.ts';

/** A statement and how it is to be run. */
export interface StatementCall {
  readonly text: string;
  /** Values of the placeholders, in order. */
  readonly params: readonly JsonValue[];
  readonly filter: Query | undefined;
  readonly zone: string;
  /** Whether the first of several values stands for all; otherwise several are refused. */
  readonly lenient: boolean;
  /** The longest that it may run, in milliseconds. */
  readonly most_ms: number;
  /** Name of the catalog that SHOW TABLES prints. */
  readonly cluster_name: string;
  /** Aborted if the client has disconnected. */
  readonly signal: AbortSignal;
}

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
  const statement = parseStatement(call.text, call.params);
  if (statement.kind === 'show_tables') {
    return { table: showTables(statement, call.cluster_name, services.catalog), warnings: [] };
  }
  if (statement.kind === 'describe') {
    return { table: await describeTable(statement, services), warnings: [] };
  }
  return runSelect(statement, call, services);
}

/**
 * Columns are taken to have one value. Where a condition has met several it is tried once more, in a form that is
 * slower and holds for a column when any of its values meets it.
 */
async function runSelect(
  statement: SelectStatement,
  call: StatementCall,
  services: QueryServices,
): Promise<StatementResult> {
  try {
    return await runOnce(statement, call, { services, anyValue: false });
  } catch (refusal) {
    if (!(refusal instanceof ArrayRefusal) || statement.where === undefined) throw refusal;
    return await runOnce(statement, call, { services, anyValue: true }).catch((error: unknown) => {
      throw error instanceof ServiceError && error.type === 'verification_exception'
        ? refusal
        : error;
    });
  }
}

async function runOnce(
  statement: SelectStatement,
  call: StatementCall,
  { services, anyValue }: { readonly services: QueryServices; readonly anyValue: boolean },
): Promise<StatementResult> {
  const { filter, zone, lenient } = call;
  const { environment } = services;
  const { tree, shown } = lowerSelect(statement, { lenient, anyValue });
  const task = await startQuery({ tree, filter, zone, allRows: true }, services);
  const result = await inTime(task, call, services);
  const table = await shapeResult(result, { shown, lenient, environment });
  return { table, warnings: result.figures.warnings };
}

/** The result of a task that is cancelled when its time is over, or the client has disconnected. */
async function inTime(
  task: QueryTask,
  { most_ms, signal }: StatementCall,
  { environment }: QueryServices,
): Promise<QueryResult> {
  let isLate = false;
  const cancel = (): void => task.cancel();
  const timer = environment.setTimer(most_ms, () => {
    isLate = true;
    cancel();
  });
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return await task.result;
  } catch (error) {
    if (!isLate) throw error;
    throw new ServiceError(
      'timeout_exception',
      `the statement did not end within its [request_timeout] of [${most_ms}ms]`,
    );
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', cancel);
  }
}
