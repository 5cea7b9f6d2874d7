import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { startReference } from '../index.ts';
import { benchClient, bulkLines } from './client.ts';

/** What the client's thread is to do. */
interface Task {
  readonly url: string;
  readonly name: 'bulk' | 'search';
}

interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

const documents = 200_000;
const words = ['red', 'green', 'blue', 'quick', 'brown', 'fox', 'lazy', 'dog', 'jumps', 'over'];

if (isMainThread) await main();
else await work(workerData as Task);

/** Prints how long the event loop stands still while documents come in, and while all of them are searched. */
async function main(): Promise<void> {
  const server = await startReference();
  try {
    for (const name of ['bulk', 'search'] as const) {
      process.stdout.write(`${name}: ${await watch({ url: server.url, name })}\n`);
    }
  } finally {
    await server.stop();
  }
}

/** Runs a task from a thread of its own; gives the stalls of this one meanwhile. */
async function watch(task: Task): Promise<string> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const collections: Span[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      collections.push({ from_ms: startTime, to_ms: startTime + duration });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  delays.enable();
  const stalls: Span[] = [];
  const stop = watchTurns(stalls);
  const started_ms = performance.now();
  await new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task });
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
  const took_ms = performance.now() - started_ms;
  stop();
  delays.disable();
  await new Promise((resolve) => setTimeout(resolve, 10));
  observer.disconnect();
  const own = stalls.map((stall) => lengthWithout(stall, collections));
  return [
    `${(took_ms / 1000).toFixed(1)} s`,
    `longest stall ${(delays.max / 1e6).toFixed(1)} ms`,
    `without garbage collection ${Math.max(0, ...own).toFixed(1)} ms`,
    `99.9 % below ${(delays.percentile(99.9) / 1e6).toFixed(1)} ms`,
    `${own.filter((ms) => ms > 20).length} stalls over 20 ms`,
    `longest collection ${Math.max(0, ...collections.map(lengthOf)).toFixed(1)} ms`,
  ].join(', ');
}

/** Notes the time between turns of the event loop where it is longer than some ms; gives what ends that. */
function watchTurns(stalls: Span[]): () => void {
  let last_ms = performance.now();
  const timer = setInterval(() => {
    const now_ms = performance.now();
    if (now_ms - last_ms > 5) stalls.push({ from_ms: last_ms, to_ms: now_ms });
    last_ms = now_ms;
  }, 1);
  return () => clearInterval(timer);
}

function lengthWithout(stall: Span, collections: readonly Span[]): number {
  const collecting = collections.reduce((sum, { from_ms, to_ms }) => {
    const shared = Math.min(to_ms, stall.to_ms) - Math.max(from_ms, stall.from_ms);
    return sum + Math.max(0, shared);
  }, 0);
  return lengthOf(stall) - collecting;
}

function lengthOf({ from_ms, to_ms }: Span): number {
  return to_ms - from_ms;
}

async function work({ url, name }: Task): Promise<void> {
  const client = benchClient(url);
  try {
    await (name === 'bulk' ? index() : search());
  } finally {
    client.close();
  }

  async function index(): Promise<void> {
    const properties = {
      n: { type: 'long' },
      word: { type: 'keyword' },
      text: { type: 'text' },
    };
    await client.send('PUT', '/stall', {
      settings: { number_of_shards: 2 },
      mappings: { properties },
    });
    for (let from = 0; from < documents; from += 10_000) {
      const lines = bulkLines(from, from + 10_000, (n) => {
        const text = Array.from({ length: 8 }, (_, at) => words[(n * (at + 3)) % words.length]);
        return { n: (n * 7919) % documents, word: `w${n % 100}`, text: `${text.join(' ')} ${n}` };
      });
      await client.send('POST', '/stall/_bulk', lines);
    }
    await client.send('POST', '/stall/_refresh');
  }

  async function search(): Promise<void> {
    const query = { match: { text: 'quick fox dog' } };
    for (const sort of [['_score'], [{ word: 'desc' }, { n: 'asc' }], [{ n: 'desc' }]]) {
      for (let times = 0; times < 20; times++) {
        await client.send('POST', '/stall/_search', { query, sort, size: 100 });
      }
    }
  }
}
