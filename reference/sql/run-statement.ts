import type { Environment } from '../base/environment.ts';
import type { JsonValue } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { QueryServices } from '../plan/start-query.ts';
import { startQuery } from '../plan/start-query.ts';
import type { Query } from '../search/query/weight.ts';
import { lowerSelect } from './lower-select.ts';
import { parseStatement } from './parse-statement.ts';
import type { SqlTable } from './shape-result.ts';
import { shapeResult } from './shape-result.ts';

/** A statement and the settings of its run. */
export interface StatementCall {
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
