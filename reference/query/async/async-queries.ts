import type { Budgets } from '../../base/budgets.ts';
import { createBudgets, withBudget } from '../../base/budgets.ts';
import type { Environment } from '../../base/environment.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';
import { tableBytes } from '../../plan/cell-bytes.ts';
import type { QueryResult, QueryTask } from '../../plan/task.ts';
import { numberOfContextId } from '../../search/context-id.ts';
import type { Caller, Kept, KeptTable } from '../../search/kept-table.ts';
import { anyone, keptFor, keptTable } from '../../search/kept-table.ts';

/** Limits on the asynchronous queries of one service. */
export interface AsyncLimits {
  /** Maximum number of queries that have not finished. */
  readonly running: number;
  /** Maximum number of queries that are kept, running or finished. */
  readonly stored: number;
  /** Pause after each step of a query that has had a few; absent: a query works without pauses. */
  readonly rest_ms?: number;
}

/** The limits if no others are given. */
export const defaultAsyncLimits: AsyncLimits = { running: 100, stored: 10_000 };

/** A query rests only after this many steps: one that needs no more is not delayed. */
const stepsWithoutRest = 1;

/** A query to start. `Note` is the data of the request that its responses need. */
export interface StartAsync<Note> {
  readonly begin: (environment: Environment) => Promise<QueryTask>;
  readonly note: Note;
  /** Longest time that the request waits for the result. */
  readonly wait_ms: number;
  /** How long the query is kept, from now on. */
  readonly keep_ms: number;
  /** Aborted if the client disconnects before it has the id. */
  readonly signal?: AbortSignal | undefined;
  readonly caller?: Caller | undefined;
}

/** The options of a fetch of the result; without `keep_ms`, the query is kept for as long as before. */
type Fetch<Note> = Pick<StartAsync<Note>, 'wait_ms' | 'signal' | 'caller'> & {
  readonly keep_ms: number | undefined;
};

/** The state of a query. */
export interface AsyncAnswer<Note> {
  readonly id: string;
  readonly note: Note;
  /** Undefined while the query runs. */
  readonly result: QueryResult | undefined;
}

/** The asynchronous queries of one service. */
export type AsyncQueries<Note> = ReturnType<typeof createAsyncQueries<Note>>;

interface Query<Note> {
  readonly note: Note;
  readonly run: BackgroundRun;
}

/**
 * Creates the registry of asynchronous queries. Each is kept under an id that cannot be guessed until it is deleted or
 * its keep time ends; if it is still running then, it is cancelled, and its result is freed. All methods reject with an
 * error for an unknown or expired id.
 *
 * async-query.time-defaults-and-start, async-query.kept-until-keep-alive-is-over, async-query.kept-for-its-own-time,
 * async-query.after-keep-alive, async-query.unknown-id, async-query.delete-running, async-query.delete-finished,
 * async-query.get-running-finishes, async-query.get-running-still, async-query.get-finished,
 * async-query.get-finished-completeness, async-query.figures-of-the-result, async-query.stopped-stays-finished,
 * async-query.failing-query, async-query.stop-ends-running, async-query.stop-results-so-far,
 * async-query.stop-finished.
 */
export function createAsyncQueries<Note>(
  environment: Environment,
  limits: AsyncLimits = defaultAsyncLimits,
  budgets: Budgets = createBudgets(),
) {
  const kept = keptTable<Query<Note>>('async_query', environment, ({ run }) => void run.free());
  let running = 0;
  const counts = () => ({ running, stored: kept.all().length });
  return {
    /** Returns the current number of queries. */
    counts,
    /**
     * Starts a query. Rejects with its error if it fails within the wait; it is then not kept.
     *
     * async-query.post-ready-finished, async-query.post-ready-full-result, async-query.post-running-state,
     * async-query.post-running-no-result.
     */
    async start(start: StartAsync<Note>): Promise<AsyncAnswer<Note>> {
      const { begin, note, wait_ms, keep_ms, signal, caller = anyone } = start;
      checkCounts(counts(), limits);
      running++;
      const run = startRun(begin, { environment, limits, budgets });
      const query = { note, run };
      void run.ended.then(() => running--);
      const { id } = kept.add(query, keep_ms, caller);
      await waitFor(run, { most_ms: wait_ms, environment, signal });
      const isFailed = run.outcome !== undefined && 'error' in run.outcome;
      if (isFailed || (signal?.aborted === true && run.outcome === undefined)) kept.drop(id);
      return answer(caller.outer(id), query);
    },
    /** Returns the state of a query. Rejects with its error if it has failed. */
    async get(given: string, fetch: Fetch<Note>): Promise<AsyncAnswer<Note>> {
      const { wait_ms, keep_ms, signal, caller = anyone } = fetch;
      const { id, thing } = find(kept, given, caller);
      if (keep_ms !== undefined) kept.renew(id, keep_ms);
      await waitFor(thing.run, { most_ms: wait_ms, environment, signal });
      return answer(caller.outer(id), find(kept, given, caller).thing);
    },
    async stop(given: string, caller = anyone): Promise<AsyncAnswer<Note>> {
      const { id, thing } = find(kept, given, caller);
      thing.run.stop();
      await thing.run.ended;
      return answer(caller.outer(id), find(kept, given, caller).thing);
    },
    remove(given: string, caller = anyone): void {
      if (kept.drop(idOf(given, caller), caller.owner) === undefined) throw missing(given);
    },
    removeAll: kept.dropAll,
  };
}

interface Parts {
  readonly environment: Environment;
  readonly limits: AsyncLimits;
  readonly budgets: Budgets;
}

/** Returns the pause of a query before its next step, if the limits say that it has one. A query that is to end has none. */
function resting(
  { rest_ms }: AsyncLimits,
  { environment, isEnding }: { readonly environment: Environment; readonly isEnding: AbortSignal },
): ((steps: number) => Promise<void>) | undefined {
  if (rest_ms === undefined) return undefined;
  return async (steps) => {
    if (steps <= stepsWithoutRest || isEnding.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        timer.cancel();
        isEnding.removeEventListener('abort', end);
        resolve();
      };
      const timer = environment.setTimer(rest_ms, end);
      isEnding.addEventListener('abort', end);
    });
  };
}

function answer<Note>(id: string, { note, run }: Query<Note>): AsyncAnswer<Note> {
  if (run.outcome === undefined) return { id, note, result: undefined };
  if ('error' in run.outcome) throw run.outcome.error;
  return { id, note, result: run.outcome.result };
}

function find<Note>(
  kept: KeptTable<Query<Note>>,
  given: string,
  caller: Caller,
): Kept<Query<Note>> {
  const found = keptFor(caller, kept, idOf(given, caller));
  if (found === undefined) throw missing(given);
  return found;
}

function idOf(given: string, { inner }: Caller): string {
  const id = inner(given);
  return numberOfContextId('async_query', id) === undefined ? refuse(`invalid id: [${given}]`) : id;
}

function missing(id: string): ServiceError {
  return new ServiceError('resource_not_found_exception', id);
}

function checkCounts(
  counts: ReturnType<AsyncQueries<unknown>['counts']>,
  limits: AsyncLimits,
): void {
  for (const what of ['running', 'stored'] as const) {
    if (counts[what] < limits[what]) continue;
    throw new ServiceError(
      'too_many_requests_exception',
      `Trying to start too many asynchronous queries: at most [${limits[what]}] may be ${what}. Wait for others to finish, or delete them.`,
    );
  }
}

/** The result or the error of a run that has ended. */
type Outcome = { readonly result: QueryResult } | { readonly error: unknown };

/** A query that runs in the background. */
type BackgroundRun = ReturnType<typeof startRun>;

/**
 * Starts a query in the background; the memory of its result is held until it is freed.
 *
 * async-query.background-goes-on, async-query.background-not-blocking.
 */
function startRun(begin: StartAsync<unknown>['begin'], { environment, limits, budgets }: Parts) {
  const budget = budgets.open();
  const ending = new AbortController();
  const rest = resting(limits, { environment, isEnding: ending.signal });
  let outcome: Outcome | undefined;
  let release: (() => void) | undefined;
  let task: QueryTask | undefined;
  let requested: 'run' | 'stop' | 'cancel' = 'run';
  const work = async (): Promise<Outcome> => {
    try {
      task = await begin(withBudget(environment, budget, rest));
      if (requested !== 'run') task[requested]();
      const result = await task.result;
      const bytes = await tableBytes(result.table.rows, environment);
      // From here on the memory belongs to the stored result, no longer to the run.
      budget.close();
      release = budgets.hold(bytes);
      return { result };
    } catch (error) {
      return { error };
    }
  };
  const ended = work().then((found) => {
    outcome = found;
    budget.close();
  });
  return {
    /** Resolves when the query has ended, even if it failed. */
    ended,
    /** Undefined while the query runs. */
    get outcome() {
      return outcome;
    },
    /** Ends the query with the rows so far, or without rows if it has not started. */
    stop() {
      if (requested === 'run') requested = 'stop';
      task?.stop();
      ending.abort();
    },
    /** Ends the query when it next yields to the event loop, and frees its result. */
    async free() {
      requested = 'cancel';
      task?.cancel();
      ending.abort();
      await ended;
      release?.();
    },
  };
}

/** The limits of a wait for a run. */
interface Wait {
  /** Longest wait, in milliseconds. */
  readonly most_ms: number;
  readonly environment: Environment;
  /** Aborted if the client disconnects; ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Resolves when the run or the wait has ended, whichever comes first; does not poll. */
async function waitFor(run: BackgroundRun, wait: Wait): Promise<void> {
  const { most_ms, environment, signal } = wait;
  if (run.outcome !== undefined || most_ms <= 0 || signal?.aborted === true) return;
  let release = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  const timer = environment.setTimer(most_ms, release);
  signal?.addEventListener('abort', release, { once: true });
  await Promise.race([run.ended, over]);
  timer.cancel();
  signal?.removeEventListener('abort', release);
}
