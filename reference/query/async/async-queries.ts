import type { Budgets } from '../../base/budgets.ts';
import { createBudgets, withBudget } from '../../base/budgets.ts';
import type { Environment } from '../../base/environment.ts';
import { expiryClock } from '../../base/expiry-clock.ts';
import type { HeldMemory } from '../../base/held-memory.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Place, Places } from '../../base/turn-queue.ts';
import { createPlaces } from '../../base/turn-queue.ts';
import { tableBytes } from '../../plan/page-bytes.ts';
import { makeContextId, numberOfContextId } from '../../search/context-id.ts';
import type {
  AsyncAnswer,
  AsyncCounts,
  AsyncLimits,
  AsyncQueries,
  FetchAsync,
  StartAsync,
} from './async-types.ts';
import { defaultAsyncLimits } from './async-types.ts';
import type { BackgroundRun } from './background-run.ts';
import { startBackgroundRun, waitFor } from './background-run.ts';

interface Kept<Note> {
  readonly id: string;
  readonly expiresAt_ms: number;
  readonly note: Note;
  readonly run: BackgroundRun;
}

/** A query rests only after this many steps: one that needs no more is not delayed. */
const stepsWithoutRest = 1;

/** State shared by the calls. */
interface Registry<Note> {
  readonly environment: Environment;
  readonly limits: AsyncLimits;
  readonly budgets: Budgets;
  readonly places: Places;
  /** Throws resource_not_found_exception if there is no query with this id, or it has expired. */
  readonly find: (id: string) => Kept<Note>;
  readonly add: (one: Kept<Note>) => void;
  /** Sets how long a query is kept from now on. */
  readonly renew: (id: string, keep_ms: number) => void;
  readonly drop: (id: string) => void;
  readonly newId: () => string;
  readonly usage: Usage;
  readonly dropAll: () => void;
  readonly counts: () => AsyncCounts;
}

/** What the queries use of the limits. */
interface Usage {
  running: number;
  readonly memoryOf: WeakMap<BackgroundRun, HeldMemory>;
}

/**
 * Creates the registry of asynchronous queries. Each is kept under an id that cannot be guessed until it is deleted or
 * its keep time ends; if it is still running then, it is cancelled.
 *
 * async-query.time-defaults-and-start, async-query.kept-until-keep-alive-is-over, async-query.kept-for-its-own-time,
 * async-query.after-keep-alive,
 * async-query.unknown-id.
 */
export function createAsyncQueries<Note>(
  environment: Environment,
  limits: AsyncLimits = defaultAsyncLimits,
  budgets: Budgets = createBudgets(),
): AsyncQueries<Note> {
  const registry = createRegistry<Note>(environment, limits, budgets);
  return {
    start: (start) => startAsync(registry, start),
    get: (id, fetch) => getAsync(registry, id, fetch),
    stop: (id) => stopAsync(registry, id),
    remove: (id) => registry.drop(registry.find(id).id),
    removeAll: registry.dropAll,
    counts: registry.counts,
  };
}

/**
 * async-query.post-ready-finished, async-query.post-ready-full-result, async-query.post-running-state,
 * async-query.post-running-no-result, async-query.failing-query.
 */
async function startAsync<Note>(
  registry: Registry<Note>,
  start: StartAsync<Note>,
): Promise<AsyncAnswer<Note>> {
  const { environment, limits, usage, budgets } = registry;
  const { running, stored } = registry.counts();
  if (running >= limits.running) throw tooMany('running', limits.running);
  if (stored >= limits.stored) throw tooMany('stored', limits.stored);
  const id = registry.newId();
  usage.running++;
  const place = registry.places.enter();
  const budget = budgets.open();
  const run = startBackgroundRun({
    begin: () => start.begin(withBudget(environment, budget, turns(place, registry))),
    hurry: () => place.hurry(),
    keep: async (result) => {
      const bytes = await tableBytes(result.table.pages, environment);
      // From here on the memory belongs to the stored result, no longer to the run.
      budget.close();
      usage.memoryOf.set(run, budgets.hold(bytes));
    },
  });
  void run.ended.then(() => {
    usage.running--;
    place.leave();
    budget.close();
  });
  registry.add({ id, note: start.note, run, expiresAt_ms: environment.elapsed() + start.keep_ms });
  await waitFor(run, { most_ms: start.wait_ms, environment, signal: start.signal });
  const isFailed = run.outcome !== undefined && 'error' in run.outcome;
  if (isFailed || (start.signal?.aborted === true && run.outcome === undefined)) registry.drop(id);
  if (isFailed) throw run.outcome.error;
  return answer({ id, note: start.note, run });
}

/** Returns the wait of a query for its next step: it takes turns with the others, and rests if the limits say so. */
function turns(
  place: Place,
  { environment, limits: { rest_ms } }: Pick<Registry<unknown>, 'environment' | 'limits'>,
): (steps: number) => Promise<void> {
  return async (steps) => {
    if (rest_ms !== undefined && steps > stepsWithoutRest) {
      place.leave();
      await new Promise<void>((resolve) => environment.setTimer(rest_ms, resolve));
    }
    await place.step(steps);
  };
}

/**
 * async-query.get-running-finishes, async-query.get-running-still, async-query.get-finished,
 * async-query.get-finished-completeness, async-query.figures-of-the-result, async-query.stopped-stays-finished, async-query.failing-query.
 */
async function getAsync<Note>(
  registry: Registry<Note>,
  id: string,
  { wait_ms, keep_ms, signal }: FetchAsync,
): Promise<AsyncAnswer<Note>> {
  const { run } = registry.find(id);
  if (keep_ms !== undefined) registry.renew(id, keep_ms);
  await waitFor(run, { most_ms: wait_ms, environment: registry.environment, signal });
  return answer(registry.find(id));
}

/** async-query.stop-ends-running, async-query.stop-results-so-far, async-query.stop-finished. */
async function stopAsync<Note>(registry: Registry<Note>, id: string): Promise<AsyncAnswer<Note>> {
  const { run } = registry.find(id);
  run.stop();
  await run.ended;
  return answer(registry.find(id));
}

function answer<Note>({
  id,
  note,
  run,
}: Pick<Kept<Note>, 'id' | 'note' | 'run'>): AsyncAnswer<Note> {
  if (run.outcome === undefined) return { id, note, result: undefined };
  if ('error' in run.outcome) throw run.outcome.error;
  return { id, note, result: run.outcome.result };
}

/**
 * async-query.delete-running, async-query.delete-finished: a query that is removed is cancelled, and its result is
 * freed.
 */
function createRegistry<Note>(
  environment: Environment,
  limits: AsyncLimits,
  budgets: Budgets,
): Registry<Note> {
  const kept = new Map<string, Kept<Note>>();
  const usage: Usage = { running: 0, memoryOf: new WeakMap() };
  const release = async ({ run }: Kept<Note>): Promise<void> => {
    run.cancel();
    await run.ended;
    usage.memoryOf.get(run)?.release();
  };
  const clock = expiryClock(environment, kept, (one) => void release(one));
  let started = 0;
  const add = (one: Kept<Note>): void => {
    kept.set(one.id, one);
    clock.expect(one.expiresAt_ms);
  };
  const drop = (id: string): void => {
    const one = kept.get(id);
    if (one === undefined) return;
    kept.delete(id);
    void release(one);
  };
  return {
    environment,
    limits,
    budgets,
    places: createPlaces(limits.atOnce),
    usage,
    add,
    drop,
    newId: () => makeContextId('async_query', ++started, environment),
    find(id) {
      if (numberOfContextId('async_query', id) === undefined) throw invalidId(id);
      clock.dropExpired();
      const one = kept.get(id);
      if (one === undefined) throw new ServiceError('resource_not_found_exception', id);
      return one;
    },
    renew(id, keep_ms) {
      const one = kept.get(id);
      if (one !== undefined) add({ ...one, expiresAt_ms: environment.elapsed() + keep_ms });
    },
    dropAll() {
      for (const id of kept.keys()) drop(id);
    },
    counts() {
      clock.dropExpired();
      return { running: usage.running, stored: kept.size };
    },
  };
}

function invalidId(id: string): ServiceError {
  return new ServiceError('illegal_argument_exception', `invalid id: [${id}]`);
}

function tooMany(what: 'running' | 'stored', limit: number): ServiceError {
  return new ServiceError(
    'too_many_requests_exception',
    `Trying to start too many asynchronous queries: at most [${limit}] may be ${what}. Wait for others to finish, or delete them.`,
  );
}
