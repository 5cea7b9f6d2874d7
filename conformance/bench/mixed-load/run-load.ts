import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../base/environment.ts';
import { type Caller, isViolation, memberOf, openCaller, ServerEnded } from './caller.ts';
import { type Activity, expectSame, type Lane, laneCount } from './lane.ts';
import type { MemorySample } from './memory.ts';
import { asyncQuery, pointInTime, query, scroll, search, sql } from './reads.ts';
import { type Server, startServer } from './server.ts';
import { bulk, compareAll, createDocsIndex, putAnchors, putDocument } from './writes.ts';

/** A run with more problems ends. */
const maxProblems = 20;

/** The server removes what has expired at the latest after this many seconds without a request that uses it. */
const settle_s = 120;

/** The rest of a lane after each operation, unless the run is short. */
const rest_ms = 250;

/** What ends the servers of a run, one after the other; each of them works for the same share of the run. */
const ends = ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGTERM'] as const;

/** Shares of the time of a server after which its memory is measured. */
const sampledAges = [0.3, 0.95];

/** What the lanes do, and how often in relation to each other. */
const activities: readonly (readonly [name: string, run: Activity, weight: number])[] = [
  ['put', putDocument, 8],
  ['bulk', bulk, 5],
  ['search', search, 8],
  ['scroll', scroll, 2],
  ['point in time', pointInTime, 3],
  ['query', query, 5],
  ['async query', asyncQuery, 4],
  ['sql', sql, 4],
];

const choices = activities.flatMap(([name, run, weight]) =>
  Array.from({ length: weight }, () => ({ name, run })),
);

/** The settings of a run. */
export interface LoadOptions {
  readonly data: string;
  /** Pseudo-random numbers from 0 to 1. */
  readonly random: () => number;
  /** The share of the run that has passed, after this many operations and waits; the run ends at 1. */
  readonly progress: (operations: number, waited_ms: number) => number;
  /** Moves the clock of the server instead of waiting for the end of contexts, and lets no lane rest. */
  readonly isShort: boolean;
  readonly onEvent: (text: string) => void;
}

/** What a run did and found. */
export interface LoadResult {
  /** The numbers of operations by the names of what was done. */
  readonly operations: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly ends: readonly string[];
  readonly problems: readonly string[];
  readonly samples: readonly MemorySample[];
}

/** Runs the load until its end, or until there are too many problems. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const run = new Run(options);
  for (const [at, end] of ends.entries()) await run.live((at + 1) / ends.length, end);
  return run;
}

class Run implements LoadResult {
  readonly operations = new Map<string, number>();
  readonly problems: string[] = [];
  readonly samples: MemorySample[] = [];
  readonly ends: string[] = [];
  requests = 0;
  readonly #options: LoadOptions;
  readonly #written: Lane['written'] = new Map();
  #count = 0;
  /** The time in which the lanes rested until all contexts had ended. */
  #waited_ms = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  /** One server from its start to its end, which comes at this share of the run. */
  async live(until: number, signal: (typeof ends)[number]): Promise<void> {
    const from = this.#progress();
    const server = await startServer(this.#options.data);
    const caller = openCaller(server);
    const lanes = Array.from({ length: laneCount }, (_, number) => this.#lane(caller, number));
    await this.#noting('start', () => this.#begin(lanes));
    for (const age of sampledAges) {
      await this.#work(lanes, () => this.#progress() >= from + age * (until - from));
      await this.#measure(server, caller);
    }
    let code: Promise<number | string> | undefined;
    await this.#work(lanes, () => {
      if (this.#progress() >= until) code ??= server.end(signal);
      return code !== undefined;
    });
    caller.close();
    this.requests += caller.count();
    this.ends.push(signal);
    this.#options.onEvent(`${signal} after ${this.#count} operations`);
    const expected = signal === 'SIGTERM' ? 0 : signal;
    const got = await (code ?? server.end(signal));
    await this.#noting(server.stderr(), async () =>
      expectSame(expected, got, 'the end of a server'),
    );
  }

  /** Fills a new server; compares what a server finds in its folder with what was written. */
  async #begin(lanes: readonly Lane[]): Promise<void> {
    const [first] = lanes;
    if (first === undefined) return;
    if (this.#written.size > 0) {
      this.#options.onEvent(`${await compareAll(first)} documents after a start`);
      return;
    }
    await createDocsIndex(first);
    await Promise.all(lanes.map(putAnchors));
    await first.caller.send('POST /_refresh');
  }

  /** Lets all lanes work until one of them is told that it is the end. */
  async #work(lanes: readonly Lane[], isOver: () => boolean): Promise<void> {
    const rest = this.#options.isShort ? 0 : rest_ms;
    const work = async (lane: Lane): Promise<void> => {
      while (!isOver() && this.problems.length <= maxProblems) {
        const activity = choices[lane.below(choices.length)];
        if (activity === undefined) return;
        await this.#noting(activity.name, () => activity.run(lane));
        this.#count += 1;
        this.operations.set(activity.name, (this.operations.get(activity.name) ?? 0) + 1);
        await pause(rest);
      }
    };
    await Promise.all(lanes.map(work));
  }

  #lane(caller: Caller, number: number): Lane {
    const below = (end: number): number => Math.floor(this.#options.random() * end);
    const fresh = (): string => `${number}-${this.#count}-${below(2 ** 32).toString(36)}`;
    return { number, caller, written: this.#written, below, fresh };
  }

  /** Measures the memory once the server holds no context, cursor and result. */
  async #measure(server: Server, caller: Caller): Promise<void> {
    const started_ms = performance.now();
    const progress = this.#progress();
    await this.#noting('rest', () => this.#settle(caller));
    caller.close();
    const stored = statSync(join(this.#options.data, 'data.mdb')).size;
    this.samples.push({ progress, stored, ...(await memoryWithoutClients(server)) });
    this.#waited_ms += performance.now() - started_ms;
  }

  /** Waits until the server holds nothing of a client. Throws Mismatch if it keeps something too long. */
  async #settle(caller: Caller): Promise<void> {
    const held = ['contexts.open_contexts', 'async_queries.stored', 'sql_cursors.open'];
    for (let waited_s = 0; ; waited_s++) {
      if (this.#options.isShort) {
        await caller.send('POST /_test/clock', { body: { advance: '1m' } });
      }
      const state = await caller.send('GET /_test/state');
      const open = held.map((path) => memberOf(state, path));
      if (open.every((number) => number === 0)) return;
      if (waited_s === settle_s)
        expectSame([0, 0, 0], open, `left after ${settle_s} s: ${held.join()}`);
      await pause(1000);
    }
  }

  /** Notes what an action finds wrong. */
  async #noting(what: string, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (error instanceof ServerEnded) return;
      if (!isViolation(error)) throw error;
      const problem = `${what}: ${error.message}`;
      this.#options.onEvent(`VIOLATION ${problem}`);
      this.problems.push(problem);
    }
  }

  #progress(): number {
    return this.#options.progress(this.#count, this.#waited_ms);
  }
}

/** The memory of a server after it has noticed that all of our connections are closed. */
async function memoryWithoutClients(
  server: Server,
): Promise<Omit<MemorySample, 'progress' | 'stored'>> {
  for (let polls = 0; ; polls++) {
    const report = await server.memory();
    if (report.handles['TCPSocketWrap'] === undefined || polls === settle_s) return report;
    await pause(1000);
  }
}
