import { statSync } from 'node:fs';
import { join } from 'node:path';
import { now, pause } from '../../base/environment.ts';
import { activitiesOf } from './activities.ts';
import { type Caller, LoadViolation, openCaller, ServerEnded } from './caller.ts';
import type { MemoryReport } from './collect-memory.ts';
import type { MemorySample } from './judge-memory.ts';
import { type Lane, laneCount } from './lane.ts';
import type { Ledger } from './ledger.ts';
import { createLedger } from './ledger.ts';
import { readAll } from './read-all.ts';
import { type Life, planLives } from './schedule.ts';
import { type Server, startServer } from './server.ts';
import { setUp } from './set-up.ts';

/** A run with more violations ends. */
const maxViolations = 20;

/** The server removes expired contexts at the latest after this many seconds without a request that uses them. */
const settle_s = 120;

/** The settings of a run. */
export interface LoadOptions {
  readonly data: string;
  readonly password: string | undefined;
  /** Pseudo-random numbers from 0 to 1. */
  readonly random: () => number;
  /** The share of the run that has passed, after this many operations and waits; the run ends at 1. */
  readonly progress: (operations: number, waited_ms: number) => number;
  /** The rest of a lane after each operation. */
  readonly rest_ms: number;
  /** Moves the clock of the server instead of waiting for the end of contexts. */
  readonly movesClock: boolean;
  /** Servers in the first quarter, and in the third. */
  readonly shortLives: number;
  readonly onEvent: (text: string) => void;
  readonly onOperation: (count: number, progress: number) => void;
}

/** What a run did and found. */
export interface LoadResult {
  readonly operations: Readonly<Record<string, number>>;
  readonly requests: number;
  readonly restarts: Readonly<Record<string, number>>;
  /** Names of documents, keys and definitions that were compared after the restarts, all together. */
  readonly compared: number;
  /** Contexts that were left to their keep time. */
  readonly left: number;
  readonly violations: readonly string[];
  readonly samples: readonly MemorySample[];
}

/** What changes during a run. */
interface Run {
  readonly options: LoadOptions;
  readonly ledger: Ledger;
  readonly keys: readonly Map<string, string>[];
  readonly operations: Record<string, number>;
  readonly restarts: Record<string, number>;
  readonly violations: string[];
  readonly samples: MemorySample[];
  count: number;
  requests: number;
  compared: number;
  left: number;
  /** The time in which the lanes rested until all contexts had ended. */
  waited_ms: number;
}

/** Runs the load until its end, or until there are too many violations. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const run: Run = {
    options,
    ledger: createLedger(),
    keys: Array.from({ length: laneCount }, () => new Map<string, string>()),
    operations: {},
    restarts: {},
    violations: [],
    samples: [],
    count: 0,
    requests: 0,
    compared: 0,
    left: 0,
    waited_ms: 0,
  };
  for (const [at, life] of planLives(options.shortLives).entries()) {
    if (run.violations.length > maxViolations) break;
    await live(run, life, at === 0);
  }
  const server = await startServer(options);
  await withCaller(run, server, (caller) => compare(run, caller));
  await server.end('SIGTERM');
  const { operations, requests, restarts, compared, left, violations, samples } = run;
  return { operations, requests, restarts, compared, left, violations, samples };
}

/** One server from its start to its end. */
async function live(run: Run, life: Life, isFirst: boolean): Promise<void> {
  const { options } = run;
  const server = await startServer(options);
  await withCaller(run, server, async (caller) => {
    if (isFirst) await setUp(Array.from({ length: laneCount }, (_, at) => laneOf(run, caller, at)));
    else await compare(run, caller);
    for (const share of life.samples) {
      await work(run, caller, () => progressOf(run) >= share || hasFailed(run));
      const started_ms = now();
      await settle(run, caller);
      caller.close();
      run.samples.push(await sampleOf(run, server));
      run.waited_ms += now() - started_ms;
    }
    let end: Promise<number | string> | undefined;
    await work(run, caller, () => {
      if (progressOf(run) >= life.until || hasFailed(run)) end ??= server.end(life.end);
      return end !== undefined;
    });
    const code = await (end ?? server.end(life.end));
    const expected = life.end === 'SIGTERM' ? 0 : life.end;
    if (code !== expected) fail(run, `the server ended with ${code}: ${server.stderr()}`);
  });
  run.restarts[life.end] = (run.restarts[life.end] ?? 0) + 1;
  options.onEvent(`${life.end} after ${run.count} operations`);
}

/** Lets all lanes work until one of them is told that it is the end. */
async function work(run: Run, caller: Caller, isOver: () => boolean): Promise<void> {
  const lanes = Array.from({ length: laneCount }, async (_, number) => {
    const lane = laneOf(run, caller, number);
    const activities = activitiesOf(number, run.options.password !== undefined);
    while (!isOver()) {
      const activity = activities[lane.below(activities.length)];
      if (activity === undefined) continue;
      try {
        await activity.run(lane);
      } catch (error) {
        if (error instanceof ServerEnded) return;
        if (!(error instanceof LoadViolation)) throw error;
        fail(run, `${activity.name}: ${error.message}`);
      }
      run.count += 1;
      run.options.onOperation(run.count, progressOf(run));
      run.operations[activity.name] = (run.operations[activity.name] ?? 0) + 1;
      await pause(run.options.rest_ms);
    }
  });
  await Promise.all(lanes);
}

function laneOf(run: Run, caller: Caller, number: number): Lane {
  const { random } = run.options;
  const below = (end: number): number => Math.floor(random() * end);
  return {
    number,
    caller,
    ledger: run.ledger,
    below,
    fresh: () => `${number}-${run.count}-${below(2 ** 32).toString(36)}`,
    keys: run.keys[number] ?? new Map<string, string>(),
    leave: () => void (run.left += 1),
  };
}

/** Reads everything after a start, and compares it with what was acknowledged. */
async function compare(run: Run, caller: Caller): Promise<void> {
  const found = await readAll(caller, run.options.password !== undefined);
  for (const problem of run.ledger.settle(found)) fail(run, `after a restart: ${problem}`);
  run.compared += found.size;
}

/** The figures of the test control. */
type State = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Waits until the server holds no context, cursor and query of a client. */
async function settle(run: Run, caller: Caller): Promise<void> {
  for (let waited_s = 0; ; waited_s++) {
    if (run.options.movesClock) {
      await caller.control('POST /_test/clock', { body: { advance: '1m' } });
    }
    const state = await caller.control<State>('GET /_test/state');
    const open = [
      state['contexts']?.['open_contexts'],
      state['async_queries']?.['stored'],
      state['sql_cursors']?.['open'],
    ];
    if (open.every((number) => number === 0)) return;
    if (waited_s === settle_s) {
      fail(run, `contexts, results and cursors are left after ${settle_s} s: ${open.join(', ')}`);
      return;
    }
    await pause(1000);
  }
}

async function sampleOf(run: Run, server: Server): Promise<MemorySample> {
  const { options } = run;
  const stored = statSync(join(options.data, 'data.mdb')).size;
  const sample = { progress: progressOf(run), stored, ...(await memoryWithout(server)) };
  options.onEvent(`memory: ${JSON.stringify(sample)}`);
  return sample;
}

/** The memory of a server after it has noticed that all of our connections are closed. */
async function memoryWithout(server: Server): Promise<MemoryReport> {
  for (let polls = 0; ; polls++) {
    const report = await server.memory();
    if (report.handles['TCPSocketWrap'] === undefined || polls === settle_s) return report;
    await pause(1000);
  }
}

/** Calls the action; a violation of it is noted. */
async function withCaller(
  run: Run,
  server: Server,
  action: (caller: Caller) => Promise<void>,
): Promise<void> {
  const { password } = run.options;
  const authorization =
    password === undefined
      ? undefined
      : `Basic ${Buffer.from(`elastic:${password}`).toString('base64')}`;
  const caller = openCaller(server, authorization);
  try {
    await action(caller);
  } catch (error) {
    if (!(error instanceof LoadViolation)) throw error;
    fail(run, error.message);
  } finally {
    caller.close();
    if (!server.isEnding() && hasFailed(run)) await server.end('SIGKILL');
    run.requests += caller.count();
  }
}

function fail(run: Run, problem: string): void {
  if (!hasFailed(run)) run.options.onEvent(`VIOLATION ${problem}`);
  run.violations.push(problem);
}

function progressOf({ options, count, waited_ms }: Run): number {
  return options.progress(count, waited_ms);
}

function hasFailed({ violations }: Run): boolean {
  return violations.length > maxViolations;
}
