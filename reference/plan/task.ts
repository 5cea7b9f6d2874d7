import { cancelled } from '../base/budgets.ts';
import type { Environment } from '../base/environment.ts';
import type { Yielder } from '../base/yielder.ts';
import { startYielder } from '../base/yielder.ts';
import { checkRow, rowBytes } from './cell-bytes.ts';
import type { Cells } from './cells.ts';
import { openPlan } from './operators/open-plan.ts';
import type { Run } from './operators/run.ts';
import { newRun, takes } from './operators/run.ts';
import type { OutputColumn, Plan } from './plan.ts';
import { usedSlots } from './plan.ts';
import type { OpenSource } from './source/open-source.ts';
import type { WarningList } from './start-evaluation.ts';

/** Statistics of a run. */
interface RunFigures {
  readonly took_ms: number;
  /** True if the run was stopped early. */
  readonly is_partial: boolean;
  /** Number of documents that were read; a plain count, which reads none, reports one for each count. */
  readonly documents_found: number;
  /** Number of values that were loaded from documents. */
  readonly values_loaded: number;
  /** Texts for the `Warning` header. */
  readonly warnings: readonly string[];
}

/** The result of a run that has ended. */
export interface QueryResult {
  readonly table: { readonly columns: readonly OutputColumn[]; readonly rows: readonly Cells[] };
  readonly figures: RunFigures;
}

/** A running plan. */
export type QueryTask = ReturnType<typeof startTask>;

/** A plan to run and its context. */
export interface TaskRequest {
  readonly plan: Plan;
  /** Undefined if the plan reads no index. */
  readonly source: OpenSource | undefined;
  readonly evaluation: WarningList;
  readonly environment: Environment;
}

/**
 * Starts a plan. It yields to the event loop every few milliseconds.
 *
 * Clauses: query.runs-the-text, query.took-integer, query.is-partial-boolean, query.is-partial-false-when-complete,
 * query.documents-found-integer, query.values-loaded-integer,
 * query.figures-in-every-answer.
 */
export function startTask(request: TaskRequest) {
  const { plan, source, evaluation, environment } = request;
  const yielder = startYielder(environment);
  const { isDue } = yielder;
  const own = { source, evaluation: { ...evaluation, isDue }, used: usedSlots(plan) };
  const run = newRun(own, environment);
  const state = { isCancelled: false };
  const result = work({ ...request, yielder }, run, state);
  // Prevents an unhandled rejection if nobody awaits a cancelled task.
  result.catch(() => undefined);
  return {
    /** Rejects with a ServiceError if the run meets a limit or is cancelled. */
    result,
    /** Ends the run; the result has the rows so far and is marked as partial. */
    stop(): void {
      run.stopped = true;
    },
    /** Ends the run when it next yields to the event loop; `result` rejects. */
    cancel(): void {
      state.isCancelled = true;
    },
  };
}

async function work(
  { plan, environment, evaluation, yielder }: TaskRequest & { readonly yielder: Yielder },
  run: Run,
  state: { readonly isCancelled: boolean },
): Promise<QueryResult> {
  const started_ms = environment.elapsed();
  await environment.yieldToEventLoop();
  const rows: Cells[] = [];
  for (const row of openPlan(plan.steps, run)) {
    if (state.isCancelled) throw cancelled();
    if (takes(row, run)) {
      const cells = plan.shown.map(({ at }) => row.get(at));
      checkRow(cells);
      run.budget.reserve(rowBytes(cells, rows.at(-1)));
      rows.push(cells);
    }
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  if (state.isCancelled) throw cancelled();
  return {
    table: { columns: plan.shown.map(({ name, type }) => ({ name, type })), rows },
    figures: {
      took_ms: Math.max(0, Math.round(environment.elapsed() - started_ms)),
      is_partial: run.stopped,
      documents_found: run.documents_found,
      values_loaded: run.values_loaded,
      warnings: [...plan.warnings, ...evaluation.warnings()],
    },
  };
}
