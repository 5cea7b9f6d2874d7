import { at } from '../base/assert.ts';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { ControlledEnvironment } from '../base/environment.ts';
import { systemEnvironment } from '../base/environment.ts';
import { startReference } from '../index.ts';
import type { BenchClient } from './client.ts';
import { benchClient, fill } from './client.ts';
import { stallHead, stallRow, watchStalls } from './watch-stalls.ts';

/** The task of the client's thread: write the documents, or search while a query runs. */
interface Task {
  readonly url: string;
  /** Undefined: write the documents. */
  readonly query: string | undefined;
  /** Present: the client leaves while the query runs; receives the time at which it does. */
  readonly left?: Float64Array;
}

const documents = Number(process.argv[2] ?? 500_000);

const queries = [
  'FROM rows | STATS a = AVG(n), m = MAX(n) BY word',
  'FROM rows | STATS c = COUNT(*) BY n | SORT c DESC | LIMIT 10',
  'FROM rows | SORT word DESC, n | LIMIT 100000 | STATS MAX(n)',
  'FROM rows | WHERE word LIKE "w*9" | EVAL s = CONCAT(word, "-", TO_STRING(n)) | STATS d = COUNT_DISTINCT(s)',
  'FROM rows METADATA _source | GROK _source "n\\":%{NUMBER:x}" | STATS COUNT(x)',
];

if (isMainThread) await main();
else await work(workerData as Task);

/** Prints, for some heavy queries, how long the event loop is blocked and how long small searches take meanwhile. */
async function main(): Promise<void> {
  const steps = { last_ms: 0 };
  const server = await startReference({ environment: watchedEnvironment(steps) });
  const { url } = server;
  try {
    await inThread({ url, query: undefined });
    process.stdout.write(`${stallHead}\n`);
    for (const query of queries) {
      const stalls = await watchStalls(() => inThread({ url, query }));
      process.stdout.write(`${stallRow(cell(query), stalls)}\n`);
    }
    process.stdout.write(
      '\n| query whose client leaves | time until its last step |\n| --- | ---: |\n',
    );
    for (const query of queries) {
      const left = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
      await inThread({ url, query, left });
      await pause(1000);
      const after_ms = Math.max(0, steps.last_ms - at(left, 0));
      process.stdout.write(`| ${cell(query)} | ${after_ms.toFixed(1)} ms |\n`);
    }
  } finally {
    await server.stop();
  }
}

/** Returns the environment of the machine; the time of each step is recorded. */
function watchedEnvironment(steps: { last_ms: number }): ControlledEnvironment {
  const environment = systemEnvironment();
  return {
    ...environment,
    async yieldToEventLoop(own) {
      await environment.yieldToEventLoop(own);
      steps.last_ms = now();
    },
  };
}

/** Returns a text for a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** The time in all threads. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function inThread(task: Task): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task });
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}

async function work({ url, query, left }: Task): Promise<void> {
  const client = benchClient(url);
  try {
    if (left !== undefined && query !== undefined) {
      client.send('POST', '/_query', { query }).catch(() => undefined);
      await pause(300);
      left[0] = now();
    } else if (query === undefined) await fill(client, 'rows', documents);
    else await searchDuring(client, query);
  } finally {
    client.close();
  }
}

/** Sends small searches in sequence until a query is answered. */
async function searchDuring(client: BenchClient, query: string): Promise<void> {
  const alone = await latencies(client, () => performance.now(), 100);
  let isRunning = true;
  const started = performance.now();
  const answer = client.send('POST', '/_query', { query }).finally(() => {
    isRunning = false;
  });
  const during = await latencies(client, () => (isRunning ? performance.now() : undefined));
  await answer;
  const took = Math.round(performance.now() - started);
  process.stdout.write(
    `  ${took} ms; a small search meanwhile takes ${shown(during)}, alone ${shown(alone)}\n`,
  );
}

/** Measures searches until the time ends or a number of them is done. */
async function latencies(
  client: BenchClient,
  clock: () => number | undefined,
  most = Infinity,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let before = clock(); before !== undefined && times.length < most; before = clock()) {
    const query = { term: { word: `w${times.length % 100}` } };
    await client.send('POST', '/rows/_search', { query, size: 10, track_total_hits: false });
    times.push(performance.now() - before);
  }
  return times;
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const index = (share: number): string =>
    at(sorted, Math.min(sorted.length - 1, Math.floor(sorted.length * share))).toFixed(1);
  return `${index(0.5)} ms (99 %: ${index(0.99)} ms, of ${times.length})`;
}
