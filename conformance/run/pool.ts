import { availableParallelism } from 'node:os';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import type { CleanupAction, Job } from './messages.ts';
import { stopProcess } from '../driver/spawn.ts';
import type { OnResult, ScenarioResult } from '../report/result.ts';
import type { Suite } from './suite.ts';
import { openTargetClient } from '../client/target-client.ts';
import { openWorker, type Worker } from './worker-process.ts';

/** What all jobs of a pool share. */
export interface PoolOptions {
  /** Number of jobs that run at the same time. */
  readonly size: number;
  /** Limit on the processes that run them. */
  readonly processes: number;
  readonly suite: Suite;
  readonly profile: Profile;
  /** The id of the run, part of every name that the kit makes. */
  readonly run: string;
  /** Receives the secrets that scenarios learn, before their results. */
  readonly onSecret: (secret: string) => void;
}

/** Processes that run scenarios. */
export interface WorkerPool {
  /** Number of jobs that should run at the same time; who calls `run` sees to that. */
  readonly size: number;
  /** Starts a process before the first job, so that it loads the steps meanwhile. */
  warmUp(): void;
  /**
   * Runs the scenarios of a job; returns one result for each, in their order. Never rejects: if a worker fails, the
   * outcome of its scenarios is `broken`.
   */
  run(job: Job, onResult?: OnResult): Promise<readonly ScenarioResult[]>;
  /** Lets running scenarios clean up and starts no more; the others end with `interrupted`. */
  stop(): void;
  /** Ends all processes; kills those that do not exit in time. */
  close(): Promise<void>;
}

/** Limit on the jobs at the same time that wait for keep times of a minute, beside the others. */
export const maxWaiting = 8;

/** Limit on the jobs at the same time that mostly wait for something else, beside the others. */
export const maxLasting = 8;

/**
 * Returns the number of processes that can work at full speed: one for each processor, of which one is left to servers on
 * this machine. Each process takes seconds of processor time to start and to get warm, so that more would be slower.
 */
export function processesBeside(servers: 'here' | 'elsewhere'): number {
  return Math.max(1, availableParallelism() - (servers === 'here' ? 1 : 0));
}

/** Opens a pool; processes start when jobs need them. */
export function openPool(options: PoolOptions): WorkerPool {
  const { processes } = options;
  const all = new Set<Worker>();
  let startedCount = 0;
  let stopped = false;

  function start(): Worker {
    startedCount += 1;
    const { suite, profile, run, onSecret } = options;
    const prefix = `ck-${run}-${startedCount}`;
    const worker = openWorker({ suite, profile, prefix }, onSecret);
    all.add(worker);
    if (stopped) worker.stop();
    return worker;
  }

  /** The process with the fewest jobs; a new one, if all have some and there may be more. */
  function leastLoaded(): Worker {
    const [best] = [...all].filter((one) => one.isAlive()).toSorted((a, b) => a.load - b.load);
    return best === undefined || (best.load > 0 && all.size < processes) ? start() : best;
  }

  return {
    size: options.size,
    warmUp() {
      start();
    },
    async run(job, onResult = () => undefined) {
      const worker = leastLoaded();
      const { results, pending } = await worker.run(job, onResult);
      if (!worker.isAlive()) all.delete(worker);
      await undo(pending, job.target);
      return results;
    },
    stop() {
      stopped = true;
      for (const worker of all) worker.stop();
    },
    async close() {
      await Promise.all([...all].map((worker) => worker.close()));
      all.clear();
    },
  };
}

/** Removes what a dead worker left behind, as far as possible. */
async function undo(actions: readonly CleanupAction[], target: Target): Promise<void> {
  if (actions.length === 0) return;
  const client = openTargetClient(target, { keepAlive: false });
  for (const action of actions) {
    if ('pid' in action) await stopProcess(action.pid);
    else await client.send(action).catch(() => undefined);
  }
  client.close();
}
