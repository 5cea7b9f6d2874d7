import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { startReference } from '../index.ts';
import { benchClient, bulkLines } from './client.ts';
import { watchStalls } from './watch-stalls.ts';

/** The task of the client's thread. */
interface Task {
  readonly url: string;
  readonly name: 'bulk' | 'search';
}

const documents = 200_000;
const words = ['red', 'green', 'blue', 'quick', 'brown', 'fox', 'lazy', 'dog', 'jumps', 'over'];

if (isMainThread) await main();
else await work(workerData as Task);

/** Prints how long the event loop is blocked while documents are indexed, and while all of them are searched. */
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

/** Runs a task in another thread; returns a text about the stalls of this thread meanwhile. */
function watch(task: Task): Promise<string> {
  return watchStalls(
    () =>
      new Promise<void>((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url), { workerData: task });
        worker.once('error', reject);
        worker.once('exit', () => resolve());
      }),
  );
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
