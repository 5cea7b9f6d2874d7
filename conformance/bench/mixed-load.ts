import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { at, Mismatch, TargetLost } from '../base/errors.ts';
import { now } from '../base/environment.ts';
import { valueAt } from '../base/body.ts';
import { World } from '../client/world.ts';
import { type Client, openClient } from '../driver/client.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import { fuzzSession } from '../fuzz/session.ts';
import { Masker } from '../report/mask.ts';
import { anywhere } from '../testing/mutated-session.ts';
import { numbersFrom } from '../testing/random-numbers.ts';
import { pointInTime, query, scroll, search } from './mixed-load/reads.ts';
import { type Server, startServer } from './mixed-load/server.ts';
import {
  type Activity,
  ask,
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

/** So many minutes later the server has removed what clients have left. */
const settleMinutes = 120;

/** Longest wait for an answer. */
const timeout_ms = 120_000;

/** What one in so many operations has opened is left to the server, which removes it after its keep time. */
const leftOneIn = 8;

/** What ends the servers of a run, one after the other; each of them works for the same share of the run. */
const ends = ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGTERM'] as const;

/** The share of the time of a server after which it has to release what clients have left. */
const settledAge = 0.5;

/** What the lanes do, and how often in relation to each other. */
const activities: readonly (readonly [name: string, run: Activity, weight: number])[] = [
  ['put', putDocument, 8],
  ['bulk', bulk, 5],
  ['search', search, 8],
  ['scroll', scroll, 2],
  ['point in time', pointInTime, 3],
  ['query', query, 5],
];

const choices = activities.flatMap(([name, run, weight]) =>
  Array.from({ length: weight }, () => ({ name, run })),
);

interface Flags {
  readonly operations: number;
  readonly seed: number;
}

const { operations, seed } = new Command('mixed-load')
  .description('Sends a mixed load to the reference, ends it now and then, and checks the answers.')
  .option('--operations <number>', 'end after this many operations', Number, 20_000)
  .option('--seed <number>', 'number that decides what is sent', Number, 1)
  .addHelpText('after', '\nExit codes: 0 if nothing is wrong, 1 for a violation.')
  .parse()
  .opts<Flags>();

const data = mkdtempSync(join(tmpdir(), 'mixed-load-'));
const random = numbersFrom(seed);
const below = (end: number): number => Math.floor(random() * end);
const written: Lane['written'] = new Map();
const counts = new Map<string, number>();
const problems: string[] = [];
let requests = 0;

await main();

async function main(): Promise<void> {
  const started_ms = now();
  for (const life of ends.keys()) await live(life);
  rmSync(data, { recursive: true });
  const lines = [
    `${requests} requests in ${Math.round((now() - started_ms) / 1000)} s`,
    `operations: ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `ends of the server: ${ends.join(', ')}`,
    `${problems.length} problems`,
    ...problems.slice(0, maxProblems),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** One server from its start to its end. */
async function live(life: number): Promise<void> {
  const server = await startServer(data);
  const client = connect(server);
  await noting('start', begin);
  await work(server, settledAge);
  await noting('rest', settle);
  const signal = at(ends, life);
  let code: Promise<number | string> | undefined;
  // The server ends while the lanes work.
  await work(server, 1 - settledAge, () => (code ??= server.end(signal)));
  client.close();
  process.stderr.write(`${signal} after ${total()} operations\n`);
  const expected = signal === 'SIGTERM' ? 0 : signal;
  const got = await (code ?? server.end(signal));
  await noting(server.stderr(), async () => expectSame(expected, got, 'the end of a server'));
}

/** Lets worlds send their requests to a server, until it is ended. */
function connect({ base_url, isEnding }: Server): Client {
  const target = { ...anywhere, base_url, timeout_ms };
  const client = openClient(target, { keepAlive: true });
  const send: Client['send'] = (wire) => {
    requests += 1;
    return client.send(wire);
  };
  fuzzSession({
    target,
    client: { ...client, send },
    profile: defaultProfile,
    run: 'load',
    isStopping: isEnding,
    masker: new Masker([]),
  })();
  return client;
}

function laneOf(number: number): Lane {
  return { number, world: new World(), written, below };
}

/** Fills a new server; compares what a server finds in its folder with what was written. */
async function begin(): Promise<void> {
  if (written.size === 0)
    return createDocs(Array.from({ length: laneCount }, (_, at) => laneOf(at)));
  process.stderr.write(`${await compareAll(laneOf(0))} documents after a start\n`);
}

/** Lets all lanes work for a share of the time of a server, and calls `atEnd` before they stop. */
async function work(
  server: Server,
  share: number,
  atEnd: () => unknown = () => undefined,
): Promise<void> {
  const before = total();
  const isOver = (): boolean => total() - before >= (share / ends.length) * operations;
  const workOf = async (number: number): Promise<void> => {
    while (!isOver() && problems.length <= maxProblems) {
      const { name, run } = at(choices, below(choices.length));
      const lane = laneOf(number);
      const activity = async (): Promise<void> => {
        await run(lane);
        if (below(leftOneIn) === 0) return;
        const { leftovers } = await lane.world.finish();
        expectSame([], leftovers, 'what could not be closed');
      };
      await noting(name, activity, server.isEnding);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    atEnd();
  };
  await Promise.all(Array.from({ length: laneCount }, (_, number) => workOf(number)));
}

function total(): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Moves the clock until the server holds nothing of a client. Throws Mismatch if it keeps something too long. */
async function settle(): Promise<void> {
  const world = new World();
  for (let passed = 0; passed <= settleMinutes; passed++) {
    await ask(world, ['POST /_test/clock', { advance: '1m' }]);
    const state = await ask(world, ['GET /_test/state']);
    if (valueAt(state, 'contexts.open_contexts') === 0) return;
  }
  throw new Mismatch(0, 'some', 'open contexts that clients have left');
}

/** Notes what an action finds wrong, unless the server was ended meanwhile. */
async function noting(
  what: string,
  action: () => Promise<void>,
  isEnding: () => boolean = () => false,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Mismatch || error instanceof TargetLost) && !isEnding()) throw error;
    if (isEnding()) return;
    problems.push(`${what}: ${String(error)}`);
    process.stderr.write(`VIOLATION ${what}: ${String(error)}\n`);
  }
}
