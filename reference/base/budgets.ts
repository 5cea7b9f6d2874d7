import type { Budget } from './budget.ts';
import type { Environment } from './environment.ts';
import type { MemoryUse, Limits } from './held-memory.ts';
import { countedUse, createHolder, checkMemory } from './held-memory.ts';
import { ServiceError } from './service-error.ts';

/** What requests may use. Each member has an option of `search-reference`, which errors name. */
export interface BudgetLimits extends Limits {
  /** Rows that the operators of one query pass on, all together; each value of a repeated list counts as one. */
  readonly maxQueryRows: number;
  /** Steps of one request: each works for some milliseconds and lets other requests continue. */
  readonly maxRequestSteps: number;
}

/** The limits if no option is given: steps amount to a minute or more. */
export const defaultBudgetLimits: BudgetLimits = {
  maxRequestMemory: 2 ** 29,
  maxTotalMemory: 2 ** 30,
  maxStoredMemory: 2 ** 29,
  maxQueryRows: 200_000_000,
  maxRequestSteps: 15_000,
};

/** The maximum size of a request body in bytes: larger ones are parsed for so long that others would wait for seconds. */
export const defaultMaxBody = 10 * 2 ** 20;

const countOptions = {
  maxQueryRows: '--max-query-rows',
  maxRequestSteps: '--max-request-steps',
} as const;

/** The budgets of all requests of one server, and the memory that is kept between them. */
export type Budgets = ReturnType<typeof createBudgets>;

/** Returns the budgets of a server. */
export function createBudgets(limits: BudgetLimits = defaultBudgetLimits) {
  const use: MemoryUse = { requests: 0, held: 0 };
  return {
    ...createHolder(limits, use),
    /** Returns the budget of a new request; `isCancelled` says whether its client has left. */
    open: (isCancelled = (): boolean => false): Budget => requestBudget(limits, use, isCancelled),
    /** Memory in bytes that all requests have reserved. */
    get used_bytes() {
      return use.requests;
    },
    /** Memory in bytes that is kept between requests. */
    get held_bytes() {
      return use.held;
    },
  };
}

function requestBudget(limits: BudgetLimits, use: MemoryUse, isCancelled: () => boolean): Budget {
  let reserved = 0;
  let rows = 0;
  let isClosed = false;
  const budget = {
    steps: 0,
    check(): void {
      if (isCancelled()) throw cancelled();
    },
    reserve(more: number): void {
      if (isClosed) return;
      if (more > 0) {
        checkMemory('request', reserved + more, limits);
        checkMemory('parent', countedUse(use, limits) + more, limits);
      }
      reserved += more;
      use.requests += more;
    },
    countRows(more: number): void {
      rows += more;
      if (rows > limits.maxQueryRows) throw tooMuch('maxQueryRows', limits);
    },
    step(): void {
      budget.check();
      if (++budget.steps > limits.maxRequestSteps) throw tooMuch('maxRequestSteps', limits);
    },
    close(): void {
      isClosed = true;
      use.requests -= reserved;
      reserved = 0;
    },
  };
  return budget;
}

function tooMuch(name: keyof typeof countOptions, limits: BudgetLimits): ServiceError {
  const what = name === 'maxQueryRows' ? 'rows' : 'steps';
  return new ServiceError(
    'circuit_breaking_exception',
    `[request] the request needs more than the [${limits[name]}] ${what} that one may have (${countOptions[name]})`,
    { metadata: { durability: 'PERMANENT' } },
  );
}

/** Returns the error of work that is not needed any more. */
export function cancelled(): ServiceError {
  return new ServiceError('task_cancelled_exception', 'task cancelled [by user request]');
}

/**
 * Returns an environment whose work is limited by a budget: each yield counts as a step, and rejects if the budget is
 * exceeded or the client has left. `turn` resolves when the work may continue, beyond the turns of the event loop.
 */
export function withBudget(
  environment: Environment,
  budget: Budget,
  turn?: (steps: number) => Promise<void>,
): Environment {
  return {
    ...environment,
    budget,
    async yieldToEventLoop() {
      budget.step();
      await turn?.(budget.steps);
      await environment.yieldToEventLoop(budget.steps);
      budget.check();
    },
  };
}
