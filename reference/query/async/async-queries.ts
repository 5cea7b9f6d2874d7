import type { Budgets } from '../../base/budgets.ts';
import { createBudgets, withBudget } from '../../base/budgets.ts';
import type { Environment } from '../../base/environment.ts';
import type { HeldMemory } from '../../base/held-memory.ts';
import { ServiceError } from '../../base/service-error.ts';
import { tableBytes } from '../../plan/cell-bytes.ts';
import type { QueryResult, QueryTask } from '../../plan/task.ts';
import { numberOfContextId } from '../../search/context-id.ts';
import type { Kept, KeptTable } from '../../search/kept-table.ts';
import { keptTable } from '../../search/kept-table.ts';

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
  /** The names with which the query reaches its indices; may grow until it is started. Default: none. */
  readonly names?: ReadonlySet<string> | undefined;
}

/** The options of a fetch of the result. */
interface FetchAsync {
  readonly wait_ms: number;
  /** How long the query is kept, from now on; undefined: unchanged. */
  readonly keep_ms: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The state of a query. */
export interface AsyncAnswer<Note> {
  readonly id: string;
  readonly note: Note;
  /** Undefined while the query runs. */
  readonly result: QueryResult | undefined;
}

/** The asynchronous queries of one service. All methods reject with an error for an unknown or expired id. */
export interface AsyncQueries<Note> {
  /** Rejects with the error of the query if it fails within the wait; the query is then not kept. */
  start(start: StartAsync<Note>): Promise<AsyncAnswer<Note>>;
  /** Rejects with the error of the query if it has failed. */
  get(id: string, fetch: FetchAsync): Promise<AsyncAnswer<Note>>;
  stop(id: string): Promise<AsyncAnswer<Note>>;
  remove(id: string): void;
  /** The names of the indices of the query. */
  namesOf(id: string): ReadonlySet<string>;
  removeAll(): void;
  /** The current number of queries. */
  counts(): { readonly running: number; readonly stored: number };
}

interface Query<Note> {
  readonly note: Note;
  readonly run: BackgroundRun;
  /** The memory of the result, once there is one. */
  readonly memory: () => HeldMemory | undefined;
}

/**
 * Creates the registry of asynchronous queries. Each is kept under an id that cannot be guessed until it is deleted or
 * its keep time ends; if it is still running then, it is cancelled, and its result is freed.
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
): AsyncQueries<Note> {
  const kept = keptTable<Query<Note>>('async_query', environment, (query) => void end(query));
  let running = 0;
  const counts = () => ({ running, stored: kept.all().length });
  return {
    counts,
    /**
     * async-query.post-ready-finished, async-query.post-ready-full-result, async-query.post-running-state,
     * async-query.post-running-no-result.
     */
    async start({ begin, note, wait_ms, keep_ms, signal, names }) {
      checkCounts(counts(), limits);
      running++;
      const query = startQuery({ begin, note }, { environment, limits, budgets });
      const { run } = query;
      void run.ended.then(() => running--);
      const { id } = kept.add(query, keep_ms, names);
      await waitFor(run, { most_ms: wait_ms, environment, signal });
      const isFailed = run.outcome !== undefined && 'error' in run.outcome;
      if (isFailed || (signal?.aborted === true && run.outcome === undefined)) kept.drop(id);
      return answer(id, query);
    },
    async get(id, { wait_ms, keep_ms, signal }) {
      const { run } = find(kept, id).thing;
      if (keep_ms !== undefined) kept.renew(id, keep_ms);
      await waitFor(run, { most_ms: wait_ms, environment, signal });
      return answer(id, find(kept, id).thing);
    },
    async stop(id) {
      const { run } = find(kept, id).thing;
      run.stop();
      await run.ended;
      return answer(id, find(kept, id).thing);
    },
    remove: (id) => void kept.drop(find(kept, id).id),
    namesOf: (id) => find(kept, id).names,
    removeAll: kept.dropAll,
  };
}

interface Parts {
  readonly environment: Environment;
  readonly limits: AsyncLimits;
  readonly budgets: Budgets;
}

/** Starts a query; the memory of its result is held for as long as the query is kept. */
function startQuery<Note>(
  { begin, note }: Pick<StartAsync<Note>, 'begin' | 'note'>,
  { environment, limits, budgets }: Parts,
): Query<Note> {
  const budget = budgets.open();
  let memory: HeldMemory | undefined;
  const run = startBackgroundRun({
    begin: (isEnding) =>
      begin(withBudget(environment, budget, resting(limits, { environment, isEnding }))),
    async keep(result) {
      const bytes = await tableBytes(result.table.rows, environment);
      // From here on the memory belongs to the stored result, no longer to the run.
      budget.close();
      memory = budgets.hold(bytes);
    },
  });
  void run.ended.then(() => budget.close());
  return { note, run, memory: () => memory };
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

async function end({ run, memory }: Query<unknown>): Promise<void> {
  run.cancel();
  await run.ended;
  memory()?.release();
}

function answer<Note>(id: string, { note, run }: Query<Note>): AsyncAnswer<Note> {
  if (run.outcome === undefined) return { id, note, result: undefined };
  if ('error' in run.outcome) throw run.outcome.error;
  return { id, note, result: run.outcome.result };
}

function find<Note>(kept: KeptTable<Query<Note>>, id: string): Kept<Query<Note>> {
  if (numberOfContextId('async_query', id) === undefined) {
    throw new ServiceError('illegal_argument_exception', `invalid id: [${id}]`);
  }
  const found = kept.find(id);
  if (found === undefined) throw new ServiceError('resource_not_found_exception', id);
  return found;
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
type BackgroundRun = ReturnType<typeof startBackgroundRun>;

/** The callbacks of a background run. */
interface BackgroundWork {
  /** Parses the query and starts it. The signal is aborted once it is to end. */
  readonly begin: (isEnding: AbortSignal) => Promise<QueryTask>;
  /** Receives the result first; if it throws, the run has failed. */
  readonly keep: (result: QueryResult) => Promise<void>;
}

/**
 * Starts a query in the background.
 *
 * async-query.background-goes-on, async-query.background-not-blocking.
 */
function startBackgroundRun({ begin, keep }: BackgroundWork) {
  let outcome: Outcome | undefined;
  let task: QueryTask | undefined;
  let requested: 'run' | 'stop' | 'cancel' = 'run';
  const ending = new AbortController();
  const work = async (): Promise<QueryResult> => {
    task = await begin(ending.signal);
    if (requested !== 'run') task[requested]();
    const result = await task.result;
    await keep(result);
    return result;
  };
  const ended = work().then(
    (result) => {
      outcome = { result };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
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
    /** Ends the query when it next yields to the event loop. */
    cancel() {
      requested = 'cancel';
      task?.cancel();
      ending.abort();
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
