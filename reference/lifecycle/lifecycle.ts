import type { Timer } from '../base/environment.ts';
import type { Journal } from '../base/journal.ts';
import { noJournal } from '../base/journal.ts';
import { ServiceError } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';
import { startYielder } from '../base/yielder.ts';
import type { Index } from '../store/index-service.ts';
import { advanceIndex } from './advance-index.ts';
import type { LifecycleServices } from './policy-table.ts';
import { PolicyTable } from './policy-table.ts';
import { policyNameOf, setFailure } from './state.ts';

/** Options of a lifecycle. */
export interface LifecycleOptions extends Omit<LifecycleServices, 'policies'> {
  /** Receives reports of defects of the server. */
  readonly log: (report: string) => void;
  /** The journal that stores policies. Default: they are not stored. */
  readonly journal?: Journal | undefined;
}

const pollSetting = 'indices.lifecycle.poll_interval';

/** The lifecycle policies of the service, and their runs. */
export type Lifecycle = ReturnType<typeof createLifecycle>;

/**
 * Creates a lifecycle without policies. It runs at the interval of the settings, on the clock of the environment. An
 * error of one index does not affect the others.
 *
 * lifecycle.run-cadence.
 */
export function createLifecycle(options: LifecycleOptions) {
  const { environment, catalog, log } = options;
  const policies = new PolicyTable(options.journal ?? noJournal);
  const world = { ...options, policies };
  let last: Promise<unknown> = Promise.resolve();
  let timer: Timer | undefined;
  let armed_ms = 0;

  const run = (): Promise<number> => {
    const next = last.then(() => runAll(world, log)).catch((error: unknown) => giveUp(error, log));
    last = next;
    return next;
  };
  const interval_ms = (): number =>
    Math.max(1, parseTime(catalog.setting(pollSetting), pollSetting));
  const arm = (): void => {
    timer?.cancel();
    armed_ms = interval_ms();
    timer = environment.setTimer(armed_ms, tick);
  };
  const tick = (): void => {
    void run();
    arm();
  };
  arm();
  return {
    policies,
    /**
     * Runs the policies of all indices once, after any run in progress; returns the number of indices with a policy.
     * Never rejects.
     */
    run,
    /** Must be called when indices.lifecycle.poll_interval may have changed; if it has not, the next run is not delayed. */
    reschedule() {
      if (interval_ms() !== armed_ms) arm();
    },
    /** Deletes all policies, and schedules the next run as for a new service. */
    reset() {
      policies.clear();
      arm();
    },
    /** Stops the timer. */
    stop: () => timer?.cancel(),
  };
}

/** Runs all policies. Followers are last, so that they see what happened to their leaders in this run. */
async function runAll(world: LifecycleServices, log: (report: string) => void): Promise<number> {
  const yielder = startYielder(world.environment);
  const managed = [...world.catalog.indices.values()].filter((index) => policyNameOf(index));
  const followers = managed.filter(({ metadata }) => metadata.leader !== undefined);
  const others = managed.filter(({ metadata }) => metadata.leader === undefined);
  for (const index of [...others, ...followers]) {
    advanceSafely(index, world, log);
    await yielder.yieldIfDue();
  }
  return managed.length;
}

function advanceSafely(
  index: Index,
  world: LifecycleServices,
  log: (report: string) => void,
): void {
  const name = policyNameOf(index);
  if (name === undefined || world.catalog.get(index.name) !== index) return;
  try {
    advanceIndex(index, name, world);
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
