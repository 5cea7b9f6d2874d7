import type { Timer } from '../base/environment.ts';
import type { Journal } from '../base/journal.ts';
import { noJournal } from '../base/journal.ts';
import { lazily } from '../base/lazily.ts';
import { ServiceError } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';
import { startYielder } from '../base/yielder.ts';
import type { Index } from '../store/index-service.ts';
import type { LifecycleServices } from './lifecycle-services.ts';
import { PolicyTable } from './policy-table.ts';
import { policyNameOf, setFailure } from './state.ts';

/** The lifecycle policies of the service, and their runs. */
export interface Lifecycle {
  readonly policies: PolicyTable;
  /**
   * Runs the policies of all indices once, after any run in progress; returns the number of indices with a policy.
   * Never rejects.
   */
  run(): Promise<number>;
  /** Must be called when indices.lifecycle.poll_interval changes. */
  reschedule(): void;
  /** Deletes all policies, and schedules the next run as for a new service. */
  reset(): void;
  /** Stops the timer. */
  stop(): void;
}

/** Options of a lifecycle. */
export interface LifecycleOptions extends Omit<LifecycleServices, 'policies'> {
  /** Receives reports of defects of the server. */
  readonly log: (report: string) => void;
  /** The journal that stores policies. Default: they are not stored. */
  readonly journal?: Journal | undefined;
}

const loadAdvance = lazily(() => import('./advance-index.ts'));

const pollSetting = 'indices.lifecycle.poll_interval';

/**
 * Creates a lifecycle without policies. It runs at the interval of the settings, on the clock of the environment. An
 * error of one index does not affect the others.
 *
 * lifecycle.run-cadence.
 */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { environment, catalog, log } = options;
  const policies = new PolicyTable(options.journal ?? noJournal);
  const world = { ...options, policies };
  let last: Promise<unknown> = Promise.resolve();
  let timer: Timer | undefined;

  const run = (): Promise<number> => {
    const next = last.then(() => runAll(world, log)).catch((error: unknown) => giveUp(error, log));
    last = next;
    return next;
  };
  const arm = (): void => {
    timer?.cancel();
    const interval_ms = Math.max(1, parseTime(catalog.setting(pollSetting), pollSetting));
    timer = environment.setTimer(interval_ms, tick);
  };
  const tick = (): void => {
    void run();
    arm();
  };
  arm();
  return {
    policies,
    run,
    reschedule: arm,
    reset() {
      policies.clear();
      arm();
    },
    stop: () => timer?.cancel(),
  };
}

/** Runs all policies. Followers are last, so that they see what happened to their leaders in this run. */
async function runAll(world: LifecycleServices, log: (report: string) => void): Promise<number> {
  const yielder = startYielder(world.environment);
  const managed = [...world.catalog.indices.values()].filter((index) => policyNameOf(index));
  if (managed.length === 0) return 0;
  const { advanceIndex } = await loadAdvance();
  const followers = managed.filter(({ metadata }) => metadata.leader !== undefined);
  const others = managed.filter(({ metadata }) => metadata.leader === undefined);
  for (const index of [...others, ...followers]) {
    const name = policyNameOf(index);
    if (name === undefined || world.catalog.get(index.name) !== index) continue;
    keepFailure(index, () => advanceIndex(index, name, world), log);
    await yielder.yieldIfDue();
  }
  return managed.length;
}

/** Keeps the error of an index for its explanation. */
function keepFailure(index: Index, advance: () => void, log: (report: string) => void): void {
  try {
    advance();
    setFailure(index, undefined);
  } catch (error) {
    const isRefusal = error instanceof ServiceError;
    setFailure(index, {
      type: isRefusal ? error.type : 'internal_server_error',
      reason: isRefusal ? error.reason : 'the server failed to carry out the policy',
    });
    if (!isRefusal) giveUp(error, log);
  }
}

function giveUp(error: unknown, log: (report: string) => void): number {
  const report = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log(`lifecycle: ${report}`);
  return 0;
}
