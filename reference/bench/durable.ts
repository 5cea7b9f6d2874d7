import { at } from '../base/assert.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startReference } from '../index.ts';
import type { BenchClient } from './client.ts';
import { benchClient, bulkLines } from './client.ts';

const rounds = 3;
const bulkDocs = 1000;
const bulks = 5;
const singleDocs = 200;
const atOnce = 8;
const storedDocs = 20_000;

await main();

/**
 * Prints the documents per second that a server with a data folder accepts, relative to a server in memory: by bulk
 * requests and single ones, sequentially and concurrently; and the time of a start per stored document.
 */
async function main(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'bench-'));
  const servers = {
    memory: await startReference(),
    folder: await startReference({ data: join(root, 'rates') }),
  };
  const clients = {
    memory: benchClient(servers.memory.url),
    folder: benchClient(servers.folder.url),
  };
  try {
    for (const [name, work] of Object.entries({ bulk, one: single, many })) {
      print(`${name}: ${await compare(clients, work)}`);
    }
  } finally {
    for (const client of Object.values(clients)) client.close();
    for (const server of Object.values(servers)) await server.stop();
  }
  await restart(join(root, 'restart'));
  rmSync(root, { recursive: true });
}

type Work = (client: BenchClient) => Promise<number>;

/** Alternates between both servers, so that other load affects them equally; the first round is a warm-up. */
async function compare(
  { memory, folder }: { readonly memory: BenchClient; readonly folder: BenchClient },
  work: Work,
): Promise<string> {
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const base = await rate(memory, work);
    const own = await rate(folder, work);
    if (round === 0) continue;
    ratios.push(own / base);
    rates.push(own);
  }
  return `${Math.round(median(rates))} documents per second, ${median(ratios).toFixed(2)} of memory`;
}

async function rate(client: BenchClient, work: Work): Promise<number> {
  const started = performance.now();
  const documents = await work(client);
  return (documents * 1000) / (performance.now() - started);
}

async function bulk(client: BenchClient): Promise<number> {
  for (let at = 0; at < bulks; at++) {
    await client.send('POST', '/bulk/_bulk', lines(at * bulkDocs));
  }
  return bulks * bulkDocs;
}

async function single(client: BenchClient): Promise<number> {
  for (let n = 0; n < singleDocs; n++) await client.send('PUT', `/one/_doc/${n}`, document(n));
  return singleDocs;
}

async function many(client: BenchClient): Promise<number> {
  await Promise.all(Array.from({ length: atOnce }, async () => single(client)));
  return singleDocs * atOnce;
}

async function restart(data: string): Promise<void> {
  const server = await startReference({ data });
  const client = benchClient(server.url);
  for (let from = 0; from < storedDocs; from += bulkDocs) {
    await client.send('POST', '/stored/_bulk', lines(from));
  }
  client.close();
  await server.stop();
  const started = performance.now();
  const again = await startReference({ data });
  const took_ms = performance.now() - started;
  await again.stop();
  print(
    `start: ${Math.round(took_ms)} ms with ${storedDocs} documents, ${((took_ms * 1000) / storedDocs).toFixed(1)} us each`,
  );
}

function lines(from: number): string {
  return bulkLines(from, from + bulkDocs, document);
}

function document(n: number): unknown {
  return { n, word: `w${n % 100}`, text: 'a few words that stand for those of a document' };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function median(values: readonly number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    Math.floor(values.length / 2),
  );
}
