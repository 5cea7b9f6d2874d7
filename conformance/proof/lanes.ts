import { present } from '../base/present.ts';
import { openClient } from '../driver/client.ts';
import type { IntakeTarget } from '../driver/intake.ts';
import { hookRequest } from '../driver/hook-request.ts';
import type { RequestTemplate } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import type { WorkerPool } from '../run/pool.ts';
import { notRun, type ScenarioResult } from '../report/result.ts';
import type { Scenario } from '../report/scenario.ts';
import type { MutationSelection } from '../run/messages.ts';

/** Scenarios that run in sequence against one server, and the mutation of that server; none for the correct server. */
export interface LaneJob {
  readonly scenarios: readonly Scenario[];
  readonly mutation?: MutationSelection;
  /** The id of the rewriting that sends their requests in another way. */
  readonly rewriting?: string;
  /** True if the results are to contain the exchanges. */
  readonly records?: boolean;
}

/** The server of a lane, and its intake. */
export interface LaneServer {
  readonly base_url: string;
  readonly intake?: IntakeTarget;
  readonly stderr: () => string;
  stop(): Promise<void>;
}

/** The options of `openLanes`. */
export interface LaneOptions {
  readonly pool: WorkerPool;
  /** Starts a server. Throws TargetLost if it does not come up. */
  readonly start: () => Promise<LaneServer>;
  /** The target without its address. */
  readonly target: Omit<Target, 'base_url'>;
  /** Removes what a mutated job has left on a server. */
  readonly reset: RequestTemplate;
  /** Returns true once no more jobs may start; the scenarios of later jobs end with `interrupted`. */
  readonly isStopping: () => boolean;
}

/** Runs jobs concurrently and in isolation: each lane has its own server. */
export interface Lanes {
  readonly count: number;
  /** Runs a job in the next free lane, in the order of the calls. Throws TargetLost if no server comes up. */
  run(job: LaneJob): Promise<readonly ScenarioResult[]>;
  /** Returns the last lines that the servers printed to stderr. */
  stderr(): string;
  /** Stops all servers; jobs that have not started end with `interrupted`. */
  close(): Promise<void>;
}

/** Opens one lane for each worker of the pool; the server of a lane starts with its first job. */
export function openLanes({ pool, start, target, reset, isStopping }: LaneOptions): Lanes {
  const servers = new Map<number, LaneServer>();
  const free = Array.from({ length: pool.size }, (_, at) => pool.size - 1 - at);
  const waiting: ((lane: number) => void)[] = [];
  let closing = false;

  async function acquire(): Promise<number> {
    return free.pop() ?? new Promise((resolve) => waiting.push(resolve));
  }

  function release(lane: number): void {
    const next = waiting.shift();
    if (next === undefined) free.push(lane);
    else next(lane);
  }

  async function serverOf(lane: number): Promise<LaneServer> {
    const running = servers.get(lane);
    if (running !== undefined) return running;
    const started = await start();
    if (closing) await started.stop();
    servers.set(lane, started);
    return started;
  }

  /** Stops the server of a lane; the next job of the lane starts a new one. */
  async function replace(lane: number): Promise<void> {
    await servers.get(lane)?.stop();
    servers.delete(lane);
  }

  return {
    count: pool.size,
    async run({ scenarios, mutation, rewriting, records = false }) {
      const lane = await acquire();
      try {
        if (closing || isStopping()) {
          return scenarios.map((one) => notRun(one, 'interrupted', 'the proof was stopped'));
        }
        const server = await serverOf(lane);
        const { base_url, intake } = server;
        const own = { ...target, base_url, ...present({ intake }) };
        const job = { scenarios, target: own, records, ...present({ mutation, rewriting }) };
        const results = await pool.run(job);
        if (results.some(({ outcome }) => outcome === 'lost')) await replace(lane);
        else if (mutation !== undefined) await resetServer(own, reset);
        return results;
      } finally {
        release(lane);
      }
    },
    stderr: () =>
      [...servers.values()]
        .map((server) => server.stderr())
        .join('\n')
        .trim(),
    async close() {
      closing = true;
      await Promise.all([...servers.values()].map((server) => server.stop()));
    },
  };
}

/** What removes the contexts that count towards a limit, on servers whose profile has no hook `reset`. */
export const clearScrolls: RequestTemplate = { method: 'DELETE', path: '/_search/scroll/_all' };

/**
 * Removes what scenarios could not remove because of a mutation. Otherwise open scrolls would count towards their limit
 * and queries would use the processor, and the next job of the lane could fail because of the previous mutation.
 */
async function resetServer(target: Target, reset: RequestTemplate): Promise<void> {
  const client = openClient(target);
  const { headers, ...request } = hookRequest(reset, {});
  await client
    .send({ ...request, headers: { ...target.headers, ...headers } })
    .catch(() => undefined);
  client.close();
}

/**
 * Divides items into at most `count` parts of similar weight: assigns each item, heaviest first, to the lightest part.
 * No part is empty; items keep their order within a part.
 */
export function inParts<Item>(
  items: readonly Item[],
  count: number,
  weightOf: (item: Item) => number,
): readonly (readonly Item[])[] {
  const parts = Array.from({ length: count }, () => ({ weight: 0, indices: new Set<number>() }));
  const order = items
    .map((item, at) => ({ at, weight: weightOf(item) }))
    .toSorted((a, b) => b.weight - a.weight);
  for (const { at, weight } of order) {
    const lightest = parts.reduce((best, part) => (part.weight < best.weight ? part : best));
    lightest.weight += weight;
    lightest.indices.add(at);
  }
  return parts
    .filter(({ indices }) => indices.size > 0)
    .map(({ indices }) => items.filter((_, at) => indices.has(at)));
}

/** Calls `run` for each item in order, `width` at the same time; returns the results in the order of the items. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  width: number,
  run: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const waiting = items.entries();
  const results: Result[] = [];
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await run(item, index);
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}
