import type { Budget } from './budget.ts';
import type { Environment } from './environment.ts';
import { ServiceError } from './service-error.ts';

/** What requests may use. Each member has an option of `search-reference`, which errors name. */
export interface BudgetLimits {
  /** Memory of one request, estimated, in bytes. */
  readonly maxRequestMemory: number;
  /** Memory of all requests together, estimated, in bytes. */
  readonly maxTotalMemory: number;
  /** Rows that the operators of one query pass on, all together; each value of a repeated list counts as one. */
  readonly maxQueryRows: number;
  /** Steps of one request: each works for some milliseconds and lets other requests continue. */
  readonly maxRequestSteps: number;
}

/** The limits if no option is given: steps amount to a minute or more. */
export const defaultBudgetLimits: BudgetLimits = {
  maxRequestMemory: 2 ** 29,
  maxTotalMemory: 2 ** 30,
  maxQueryRows: 200_000_000,
  maxRequestSteps: 15_000,
};

/** The options by which the limits are set. */
export const budgetOptions: Readonly<Record<keyof BudgetLimits, string>> = {
  maxRequestMemory: '--max-request-memory',
  maxTotalMemory: '--max-total-memory',
  maxQueryRows: '--max-query-rows',
  maxRequestSteps: '--max-request-steps',
};

/** The budgets of all requests of one server. */
export interface Budgets {
  /** Returns the budget of a new request; `isCancelled` says whether its client has left. */
  open(isCancelled?: () => boolean): Budget;
  /** Memory in bytes that all requests have reserved. */
  readonly used_bytes: number;
}

/** Returns the budgets of a server. */
export function createBudgets(limits: BudgetLimits = defaultBudgetLimits): Budgets {
  const total = { bytes: 0 };
  return {
    open: (isCancelled = () => false) => openBudget(limits, total, isCancelled),
    get used_bytes() {
      return total.bytes;
    },
  };
}

function openBudget(
  limits: BudgetLimits,
  total: { bytes: number },
  isCancelled: () => boolean,
): Budget {
  let bytes = 0;
  let rows = 0;
  let steps = 0;
  let isClosed = false;
  const check = (): void => {
    if (isCancelled()) throw cancelled();
  };
  return {
    get steps() {
      return steps;
    },
    check,
    reserve(more) {
      if (isClosed) return;
      if (more > 0) {
        checkMemory('request', bytes + more, ['maxRequestMemory', limits]);
        checkMemory('parent', total.bytes + more, ['maxTotalMemory', limits]);
      }
      bytes += more;
      total.bytes += more;
    },
    countRows(more) {
      rows += more;
      if (rows > limits.maxQueryRows) throw tooMuch('rows', ['maxQueryRows', limits]);
    },
    step() {
      check();
      if (++steps > limits.maxRequestSteps) throw tooMuch('steps', ['maxRequestSteps', limits]);
    },
    close() {
      isClosed = true;
      total.bytes -= bytes;
      bytes = 0;
    },
  };
}

type Limit = readonly [name: keyof BudgetLimits, limits: BudgetLimits];

function checkMemory(breaker: 'request' | 'parent', wanted: number, [name, limits]: Limit): void {
  const limit = limits[name];
  if (wanted <= limit) return;
  const whose = breaker === 'request' ? 'the request' : 'all requests together';
  throw new ServiceError(
    'circuit_breaking_exception',
    `[${breaker}] Data too large, data for ${whose} would be [${wanted}b], which is larger than the limit of [${limit}b] (${budgetOptions[name]})`,
    { metadata: { bytes_wanted: wanted, bytes_limit: limit, durability: 'TRANSIENT' } },
  );
}

function tooMuch(what: 'rows' | 'steps', [name, limits]: Limit): ServiceError {
  return new ServiceError(
    'circuit_breaking_exception',
    `[request] the request needs more than the [${limits[name]}] ${what} that one may have (${budgetOptions[name]})`,
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
