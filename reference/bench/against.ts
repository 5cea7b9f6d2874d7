import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Command } from 'commander';
import { at, defined } from '../base/assert.ts';
import { processorTime, residentMemory } from './process-use.ts';
import type { Work } from './works.ts';
import { prepare, works } from './works.ts';

/** A server that is measured. */
interface Target {
  readonly url: string;
  readonly pid: number;
}

interface Options {
  readonly against?: string;
  readonly pid?: number;
  readonly data?: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly only: string;
  readonly connections: readonly number[];
}

/** What one slice of time showed. */
interface Slice {
  readonly perSecond: number;
  /** Processor time of the server for each request, in milliseconds. */
  readonly cost_ms: number;
}

const command = new Command('against')
  .description('Compares the reference with another server on this machine; prints a table.')
  .option('--against <url>', 'a server with the same interface, such as OpenSearch; needs --pid')
  .option('--pid <number>', 'the id of its process', Number)
  .option('--data <folder>', 'folder for the data of the reference that is started')
  .option('--rounds <number>', 'slices of time for each server and work', Number, 5)
  .option('--seconds <number>', 'length of a slice', Number, 1)
  .option('--only <text>', 'only works whose names contain this text', '')
  .option(
    '--connections <list>',
    'numbers of connections, separated by commas',
    (text) => text.split(',').map(Number),
    [1, 8],
  )
  .parse();
const options = command.opts<Options>();
if (options.against !== undefined && options.pid === undefined) {
  command.error('error: --against needs --pid, the id of the process of that server');
}
const warmUp_ms = 6000;
let turns = 0;

const own = await startOwn();
const { against: url, pid } = options;
const targets = url === undefined || pid === undefined ? [own] : [own, { url, pid }];
const chosen = works.filter(({ name }) => name.includes(options.only));
try {
  const settings = options.data === undefined ? { 'translog.durability': 'async' } : {};
  for (const target of targets) {
    await prepare(target.url, target === own ? {} : settings);
    for (const work of chosen) await measure(target, work, { connections: 8, least_ms: warmUp_ms });
  }
  say('| work | connections | requests/s | other | ratio | processor | other | ratio |');
  say('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const work of chosen) {
    for (const connections of options.connections) await compare(work, connections);
  }
  const memory = targets.map(({ pid }) => residentMemory(pid) / 2 ** 20);
  say(`| resident memory, MB | | ${memory.map((size) => size.toFixed(0)).join(' | ')} |`);
} finally {
  process.kill(own.pid);
}

async function startOwn(): Promise<Target> {
  const program = new URL('../main.js', import.meta.url).pathname;
  const data = options.data === undefined ? [] : ['--data', options.data];
  const server = spawn(process.execPath, [program, '--port', '0', ...data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  return { url: first.toString().trim(), pid: defined(server.pid, 'process of the reference') };
}

/** Measures the servers in turns, so that other load affects them equally; prints medians. */
async function compare(work: Work, connections: number): Promise<void> {
  const slices = targets.map((): Slice[] => []);
  for (let round = 0; round < options.rounds; round++) {
    for (const [place, target] of targets.entries()) {
      const least_ms = options.seconds * 1000;
      at(slices, place).push(await measure(target, work, { connections, least_ms }));
    }
  }
  const rates = cells(slices, ({ perSecond }) => perSecond, 0);
  const costs = cells(slices, ({ cost_ms }) => cost_ms, 3);
  say(`| ${work.name} | ${connections} | ${rates.join(' | ')} | ${costs.join(' | ')} |`);
}

/** Returns the medians of the servers, and the median of the ratios. */
function cells(
  slices: readonly (readonly Slice[])[],
  value: (slice: Slice) => number,
  digits: number,
): readonly string[] {
  const [own = [], other = []] = slices.map((all) => all.map(value));
  const ratios = other.map((theirs, round) => at(own, round) / theirs);
  return [
    median(own).toFixed(digits),
    ...(ratios.length === 0
      ? ['', '']
      : [median(other).toFixed(digits), median(ratios).toFixed(2)]),
  ];
}

/** Repeats the work on several connections at the same time, for some time. */
async function measure(
  { url, pid }: Target,
  work: Work,
  { connections, least_ms }: { readonly connections: number; readonly least_ms: number },
): Promise<Slice> {
  const before_ms = processorTime(pid);
  const started_ms = performance.now();
  let requests = 0;
  const repeat = async (): Promise<void> => {
    do {
      const done = await work.next(url, turns++);
      requests += done;
    } while (performance.now() - started_ms < least_ms);
  };
  await Promise.all(Array.from({ length: connections }, repeat));
  const took_ms = performance.now() - started_ms;
  const used_ms = processorTime(pid) - before_ms;
  return { perSecond: (requests * 1000) / took_ms, cost_ms: used_ms / requests };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return at(sorted, Math.floor(sorted.length / 2));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
