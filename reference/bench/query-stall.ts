import { at } from '../base/assert.ts';
import { performance } from 'node:perf_hooks';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { startReference } from '../index.ts';
import type { BenchClient } from './client.ts';
import { benchClient, fill } from './client.ts';
import { stallHead, stallRow, watchStalls } from './watch-stalls.ts';

/** The task of the client's thread: write the documents, or search while a query runs. */
interface Task {
  readonly url: string;
  /** Undefined: write the documents. */
  readonly query: string | undefined;
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
  const server = await startReference();
  try {
    await inThread({ url: server.url, query: undefined });
    process.stdout.write(`${stallHead}\n`);
    for (const query of queries) {
      const stalls = await watchStalls(() => inThread({ url: server.url, query }));
      process.stdout.write(`${stallRow(query, stalls)}\n`);
    }
  } finally {
    await server.stop();
  }
}

function inThread(task: Task): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task });
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}

async function work({ url, query }: Task): Promise<void> {
  const client = benchClient(url);
  try {
    if (query === undefined) await fill(client, 'rows', documents);
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
