import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { startReference } from '../index.ts';
import { benchClient } from './client.ts';
import { bodyTasks, readTasks, rowTasks, textTasks, writeDocuments } from './stall-tasks.ts';
import type { StallTask } from './stall-tasks.ts';
import { stallHead, stallRow, watchStalls } from './watch-stalls.ts';

/** The work of the client's thread: a task by its name, or the writing of documents. */
interface Task {
  readonly url: string;
  readonly what: string;
}

const documents = Number(process.argv[2] ?? 200_000);
/** Only tasks whose name contains this text. */
const chosen = process.argv[3] ?? '';
const writing = 'write the documents';
const refreshing = 'refresh';

if (isMainThread) await main();
else await work(workerData as Task);

/** Prints how long the event loop is held while documents are written, and by requests that need much work. */
async function main(): Promise<void> {
  const server = await startReference();
  const tasks = allTasks().filter(({ what }) => what.includes(chosen));
  process.stdout.write(`${documents} documents\n\n${stallHead}\n`);
  try {
    for (const what of [writing, refreshing, ...tasks.map((task) => task.what)]) {
      const stalls = await watchStalls(() => inThread({ url: server.url, what }));
      process.stdout.write(`${stallRow(what, stalls)}\n`);
    }
  } finally {
    await server.stop();
  }
}

function allTasks(): readonly StallTask[] {
  return [...readTasks(), ...textTasks(), ...rowTasks(), ...bodyTasks()];
}

function inThread(task: Task): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: task,
      argv: process.argv.slice(2),
    });
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}

async function work({ url, what }: Task): Promise<void> {
  const client = benchClient(url);
  try {
    if (what === writing) await writeDocuments(client, documents);
    else if (what === refreshing) await client.send('POST', '/stall/_refresh');
    else {
      const task = allTasks().find((each) => each.what === what);
      if (task === undefined) throw new Error(`there is no task [${what}]`);
      await task.send(client);
    }
  } finally {
    client.close();
  }
}
