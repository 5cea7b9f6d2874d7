import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { at } from '../base/assert.ts';
import { now, pause } from '../base/environment.ts';
import { numbersFrom } from '../testing/random-numbers.ts';
import { grown, megabytes, type MemorySample } from './mixed-load/memory.ts';
import { asyncQuery, pointInTime, query, scroll, search, sql } from './mixed-load/reads.ts';
import {
  isViolation,
  memberOf,
  type Server,
  ServerEnded,
  startServer,
} from './mixed-load/server.ts';
import {
  type Activity,
  bulk,
  compareAll,
  createDocs,
  expectSame,
  type Lane,
  laneCount,
  putDocument,
} from './mixed-load/writes.ts';

/*
 * Sends a mixed load to the reference and restarts it now and then; reference/storage/README.md says what is checked,
 * and what came out.
 */

/** A run with more problems ends; no more are listed. */
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

interface Flags {
  readonly minutes: number;
  readonly operations?: number;
  readonly seed: number;
}

const { minutes, operations, seed } = new Command('mixed-load')
  .description('Sends a mixed load to the reference, ends it now and then, and checks the answers.')
  .option('--minutes <number>', 'length of the load, without the waits for the memory', Number, 60)
  .option('--operations <number>', 'end after this many operations instead; does not wait', Number)
  .option('--seed <number>', 'number that decides what is sent', Number, 1)
  .addHelpText('after', '\nExit codes: 0 if nothing is wrong, 1 for a violation.')
  .parse()
  .opts<Flags>();

/** A short run moves the clock of the server instead of waiting for the end of contexts, and lets no lane rest. */
const isShort = operations !== undefined;

const data = mkdtempSync(join(tmpdir(), 'mixed-load-'));
const random = numbersFrom(seed);
const below = (end: number): number => Math.floor(random() * end);
const written: Lane['written'] = new Map();
const counts = new Map<string, number>();
const problems: string[] = [];
const samples: MemorySample[] = [];
let requests = 0;

await main();

async function main(): Promise<void> {
  const started_ms = now();
  for (const life of ends.keys()) await live(life);
  rmSync(data, { recursive: true });
  problems.push(...grown(samples, !isShort));
  const lines = [
    `${requests} requests in ${Math.round((now() - started_ms) / 1000)} s`,
    `operations: ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `ends of the server: ${ends.join(', ')}`,
    ...samples.map(sampleLine),
    `${problems.length} problems`,
    ...problems.slice(0, maxProblems),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** One server from its start to its end. */
async function live(life: number): Promise<void> {
  const server = await startServer(data);
  const lanes = Array.from({ length: laneCount }, (_, number) => ({
    number,
    server,
    written,
    below,
  }));
  await noting('start', () => begin(lanes));
  let age = 0;
  for (const sampled of sampledAges) {
    await work(lanes, sampled - age);
    await measure(server, (life + sampled) / ends.length);
    age = sampled;
  }
  const signal = at(ends, life);
  let code: Promise<number | string> | undefined;
  // The server ends while the lanes work.
  await work(lanes, 1 - age, () => (code ??= server.end(signal)));
  server.hangUp();
  requests += server.requests();
  process.stderr.write(`${signal} after ${total()} operations\n`);
  const expected = signal === 'SIGTERM' ? 0 : signal;
  const got = await (code ?? server.end(signal));
  await noting(server.stderr(), async () => expectSame(expected, got, 'the end of a server'));
}

/** Fills a new server; compares what a server finds in its folder with what was written. */
async function begin(lanes: readonly Lane[]): Promise<void> {
  if (written.size === 0) return createDocs(lanes);
  process.stderr.write(`${await compareAll(at(lanes, 0))} documents after a start\n`);
}

/** Lets all lanes work for a share of the time of a server, and calls `atEnd` before they stop. */
async function work(
  lanes: readonly Lane[],
  share: number,
  atEnd: () => unknown = () => undefined,
): Promise<void> {
  const part = share / ends.length;
  const [started_ms, before] = [now(), total()];
  const isOver = (): boolean =>
    operations === undefined
      ? now() - started_ms >= part * minutes * 60_000
      : total() - before >= part * operations;
  const workOf = async (lane: Lane): Promise<void> => {
    while (!isOver() && problems.length <= maxProblems) {
      const { name, run } = at(choices, below(choices.length));
      await noting(name, () => run(lane));
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await pause(isShort ? 0 : rest_ms);
    }
    atEnd();
  };
  await Promise.all(lanes.map(workOf));
}

function total(): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Measures the memory once the server holds no context, cursor and result, and no connection. */
async function measure(server: Server, progress: number): Promise<void> {
  await noting('rest', () => settle(server));
  server.hangUp();
  const stored = statSync(join(data, 'data.log')).size;
  for (let polls = 0; ; polls++) {
    const report = await server.memory();
    if (report.handles['TCPSocketWrap'] === undefined || polls === settle_s) {
      samples.push({ progress, stored, ...report });
      return;
    }
    await pause(1000);
  }
}

/** Waits until the server holds nothing of a client. Throws Mismatch if it keeps something too long. */
async function settle(server: Server): Promise<void> {
  const held = ['contexts.open_contexts', 'async_queries.stored', 'sql_cursors.open'];
  for (let waited_s = 0; ; waited_s++) {
    if (isShort) await server.send('POST /_test/clock', { body: { advance: '1m' } });
    const state = await server.send('GET /_test/state');
    const open = held.map((path) => memberOf(state, path));
    if (open.every((number) => number === 0)) return;
    if (waited_s === settle_s) {
      expectSame([0, 0, 0], open, `left after ${settle_s} s: ${held.join()}`);
    }
    await pause(1000);
  }
}

/** Notes what an action finds wrong. */
async function noting(what: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (error instanceof ServerEnded) return;
    if (!isViolation(error)) throw error;
    problems.push(`${what}: ${error.message}`);
    process.stderr.write(`VIOLATION ${what}: ${error.message}\n`);
  }
}

function sampleLine({ progress, used, resident, stored, handles }: MemorySample): string {
  const open = Object.entries(handles).map(([kind, count]) => `${count} ${kind}`);
  const figures = `used ${megabytes(used)}, resident ${megabytes(resident)}, stored ${megabytes(stored)}`;
  return `at ${Math.round(progress * 100)} %: ${figures}; ${open.join(', ')}`;
}
