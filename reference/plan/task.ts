import { cancelled } from '../base/budgets.ts';
import type { Environment } from '../base/environment.ts';
import type { TimedYielder } from '../base/yielder.ts';
import { startYielder } from '../base/yielder.ts';
import type { Page } from './page.ts';
import { pageBytes } from './page-bytes.ts';
import type { Evaluation } from './expression.ts';
import { openNode } from './operators/open-node.ts';
import type { Plan } from './plan.ts';
import type { OpenSource } from './source/open-source.ts';
import type { QueryResult } from './table.ts';
import { Run } from './operators/run.ts';

/** A running plan. */
export interface QueryTask {
  /** Rejects with a ServiceError if the run meets a limit or is cancelled. */
  readonly result: Promise<QueryResult>;
  /** True when `result` is settled. */
  readonly ended: boolean;
  /** Ends the run; the result has the rows so far and is marked as partial. */
  stop(): void;
  /** Ends the run when it next yields to the event loop; `result` rejects. */
  cancel(): void;
}

/** A plan to run and its context. */
export interface TaskRequest {
  readonly plan: Plan;
  /** Undefined if the plan reads no index. */
  readonly source: OpenSource | undefined;
  readonly evaluation: Evaluation;
  readonly environment: Environment;
}

/**
 * Starts a plan. It runs in steps of some milliseconds and yields to the event loop in between.
 *
 * Clauses: query.runs-the-text, query.took-integer, query.is-partial-boolean, query.is-partial-false-when-complete,
 * query.documents-found-integer, query.values-loaded-integer,
 * query.figures-in-every-answer.
 */
export function startTask(request: TaskRequest): QueryTask {
  const state: TaskState = { ended: false, cancelled: false, yielder: undefined };
  const isDue = (): boolean => state.yielder?.isDue() === true;
  const run = new Run({ ...request, evaluation: { ...request.evaluation, isDue } });
  const result = work(request, run, state).finally(() => {
    state.ended = true;
  });
  // Prevents an unhandled rejection if nobody awaits a cancelled task.
  result.catch(() => undefined);
  return {
    result,
    get ended() {
      return state.ended;
    },
    stop: () => run.stop(),
    cancel() {
      state.cancelled = true;
    },
  };
}

interface TaskState {
  ended: boolean;
  cancelled: boolean;
  /** Undefined before the first step. */
  yielder: TimedYielder | undefined;
}

async function work(
  { plan, environment, evaluation }: TaskRequest,
  run: Run,
  state: TaskState,
): Promise<QueryResult> {
  const started_ms = environment.elapsed();
  await environment.yieldToEventLoop();
  const pages: Page[] = [];
  const steps = openNode(plan.root, { run, most: Infinity, used: undefined });
  const yielder = startYielder(environment);
  state.yielder = yielder;
  let before_ms = environment.elapsed();
  for (const page of steps) {
    if (state.cancelled) throw cancelled();
    if (page !== undefined && page.rows > 0) {
      run.reserve(pageBytes(page));
      pages.push(page);
    }
    run.adapt(environment.elapsed() - before_ms);
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
    before_ms = environment.elapsed();
  }
  if (state.cancelled) throw cancelled();
  return {
    table: { columns: plan.root.output, pages },
    figures: {
      took_ms: Math.max(0, Math.round(environment.elapsed() - started_ms)),
      is_partial: run.stopped,
      documents_found: run.documents_found,
      values_loaded: run.values_loaded,
      warnings: [...plan.warnings, ...(evaluation.warnings?.() ?? [])],
    },
  };
}
