import { present } from '../base/present.ts';
import { openClient } from '../driver/client.ts';
import type { Target } from '../driver/target.ts';
import { hookRequest } from '../driver/hook-request.ts';
import type { RequestTemplate } from '../driver/profile.ts';
import type { WorkerPool } from '../run/pool.ts';
import { notRun, type ScenarioResult, type Scenario } from '../report/result.ts';
import type { Job } from '../run/messages.ts';
import { at } from '../base/errors.ts';
import { aspects, type Variant } from '../run/mutation.ts';
import { alarmsIn } from './score.ts';

/** The server of a lane. */
interface LaneServer {
  readonly target: Target;
  readonly stderr: () => string;
  stop(): Promise<void>;
}

/** The options of `openLanes`. */
export interface LaneOptions {
  readonly pool: WorkerPool;
  /** Starts a server. Throws TargetLost if it does not come up. */
  readonly start: () => Promise<LaneServer>;
  /** Removes what a mutated job has left on a server. */
  readonly reset: RequestTemplate;
  /** Returns true once no more jobs may start; the scenarios of later jobs end with `interrupted`. */
  readonly isStopping: () => boolean;
}

/** Runs jobs concurrently and in isolation: each lane has its own server. */
export interface Lanes {
  readonly count: number;
  /** Runs a job in the next free lane, in the order of the calls. Throws TargetLost if no server comes up. */
  run(job: Omit<Job, 'target'>): Promise<readonly ScenarioResult[]>;
  /** Returns the last lines that the servers printed to stderr. */
  stderr(): string;
  /** Stops all servers; jobs that have not started end with `interrupted`. */
  close(): Promise<void>;
}

/** Opens one lane for each worker of the pool; the server of a lane starts with its first job. */
export function openLanes({ pool, start, reset, isStopping }: LaneOptions): Lanes {
  const servers = new Map<number, LaneServer>();
  const free = Array.from({ length: pool.size }, (_, at) => pool.size - 1 - at);
  const waiting: ((lane: number) => void)[] = [];
  let closing = false;

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
      const lane = free.pop() ?? (await new Promise<number>((resolve) => waiting.push(resolve)));
      try {
        if (closing || isStopping()) {
          return scenarios.map((one) => notRun(one, 'interrupted', 'the proof was stopped'));
        }
        const { target } = await serverOf(lane);
        const job = { scenarios, target, records, ...present({ mutation, rewriting }) };
        const results = await pool.run(job);
        if (results.some(({ outcome }) => outcome === 'lost')) await replace(lane);
        else if (mutation !== undefined) await resetServer(target, reset);
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

/** The number of lanes that share the scenarios of a stack; several lanes finish the last stack sooner. */
const partsOfStack = 4;

/**
 * Combines variants into stacks. One server applies all variants of a stack at once, so a stack has at most one variant
 * of each aspect, the outermost aspect first. Every variant is in exactly one stack. There are as many stacks as the
 * largest aspect has variants; aspects start in different stacks to keep the stacks similar in size.
 */
export function stacksOf(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const groups = aspects.map((aspect) => variants.filter((variant) => variant.aspect === aspect));
  const count = Math.max(0, ...groups.map((group) => group.length));
  const stacks = Array.from({ length: count }, (): Variant[] => []);
  for (const [next, variant] of groups.flat().entries()) at(stacks, next % count).push(variant);
  return stacks;
}

/** Runs scenarios against a server that applies all mutations of a stack. */
type RunOn<Mutation> = (
  stack: readonly Mutation[],
  scenarios: readonly Scenario[],
) => Promise<readonly ScenarioResult[]>;

/**
 * Runs the scenarios of these results against a stack of legal mutations. Returns all results, and by mutation those that
 * are not green. If no part of the stack explains them, and they are not green again on the whole stack, they count against
 * the first mutation.
 */
export async function tryStack<Mutation>(
  stack: readonly Mutation[],
  honest: readonly ScenarioResult[],
  run: RunOn<Mutation>,
): Promise<{
  readonly results: readonly ScenarioResult[];
  readonly alarms: ReadonlyMap<Mutation, readonly ScenarioResult[]>;
}> {
  const parts = inParts(honest, partsOfStack, ({ duration_ms }) => duration_ms);
  const results = (await Promise.all(parts.map((part) => run(stack, scenariosOf(part))))).flat();
  const red = alarmsIn(results);
  if (red.length === 0) return { results, alarms: new Map() };
  const again = async (some: readonly Mutation[], before: readonly ScenarioResult[]) =>
    alarmsIn(await run(some, scenariosOf(before)));
  const blamed = await blame(stack, red, again);
  const explained = new Set([...blamed.values()].flat().map(({ scenario }) => scenario.id));
  const others = red.filter(({ scenario }) => !explained.has(scenario.id));
  // A loaded machine may have delayed an answer.
  const unexplained = others.length === 0 ? [] : await again(stack, others);
  if (unexplained.length === 0) return { results, alarms: blamed };
  const first = at(stack, 0);
  const alarms = [...(blamed.get(first) ?? []), ...unexplained];
  return { results, alarms: new Map([...blamed, [first, alarms]]) };
}

/**
 * Finds the mutations of a stack that scenarios or properties fail on, by halves; none if they need several of them. `again`
 * runs those of failed results against some of the mutations, and returns the results that fail.
 */
export async function blame<Mutation, Result>(
  stack: readonly Mutation[],
  red: readonly Result[],
  again: (some: readonly Mutation[], before: readonly Result[]) => Promise<readonly Result[]>,
): Promise<ReadonlyMap<Mutation, readonly Result[]>> {
  if (stack.length === 1) return new Map([[at(stack, 0), red]]);
  const middle = Math.ceil(stack.length / 2);
  const halves = [stack.slice(0, middle), stack.slice(middle)];
  const found = await Promise.all(
    halves.map(async (half) => {
      const failed = await again(half, red);
      return failed.length === 0 ? [] : [...(await blame(half, failed, again))];
    }),
  );
  return new Map(found.flat());
}

function scenariosOf(results: readonly ScenarioResult[]): readonly Scenario[] {
  return results.map(({ scenario }) => scenario);
}
