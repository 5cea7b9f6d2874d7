import { at } from '../base/assert.ts';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { startReference } from '../index.ts';
import type { Answer, BenchClient } from './client.ts';
import { benchClient, fill } from './client.ts';

/** One kind of walk: yields the number of documents of each page until a page is empty. */
type Walk = (client: BenchClient, index: string) => AsyncGenerator<number, void>;

interface Figures {
  readonly walk: string;
  readonly documents: number;
  readonly usPerDocument: number;
  /** Time per document of the last tenth of the pages over that of the first tenth. */
  readonly lastOverFirst: number;
}

const pageSize = 1000;

const walks: Readonly<Record<string, Walk>> = {
  'scroll by _doc': (client, index) => scroll(client, index, ['_doc']),
  'scroll by a number': (client, index) => scroll(client, index, [{ n: 'asc' }]),
  'PIT by _shard_doc': (client, index) => pointInTime(client, index, [{ _shard_doc: 'asc' }]),
  'PIT by a number': (client, index) => pointInTime(client, index, [{ n: 'asc' }]),
};

const sizes = process.argv.slice(2).map(Number);
await main(sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]);

/** Prints the time of each walk per document, and the cost of opening a point in time, for each size. */
async function main(counts: readonly number[]): Promise<void> {
  const server = await startReference();
  const client = benchClient(server.url);
  const figures: Figures[] = [];
  try {
    await warmUp(client);
    for (const count of counts) {
      const started = performance.now();
      await fill(client, `docs-${count}`, count);
      say(`${count} documents written in ${((performance.now() - started) / 1000).toFixed(1)} s`);
      await pause(2000);
      say(await opening(client, `docs-${count}`));
      for (const [walk, pages] of Object.entries(walks)) {
        figures.push(
          await middle(count, () => measure(walk, count, pages(client, `docs-${count}`))),
        );
        say(JSON.stringify(figures.at(-1)));
      }
    }
    for (const line of ratios(figures)) say(line);
  } finally {
    client.close();
    await server.stop();
  }
}

/** Walks a small index, unmeasured, so that the JavaScript engine compiles the code first. */
async function warmUp(client: BenchClient): Promise<void> {
  await fill(client, 'warm-up', 5000);
  for (let times = 0; times < 20; times++) {
    for (const pages of Object.values(walks)) for await (const _ of pages(client, 'warm-up'));
  }
}

/** Walks small indices several times and returns the median run. */
async function middle(documents: number, run: () => Promise<Figures>): Promise<Figures> {
  const runs: Figures[] = [];
  const times = Math.max(1, Math.min(9, Math.round(300_000 / documents)));
  for (let time = 0; time < times; time++) runs.push(await run());
  const sorted = runs.toSorted((a, b) => a.usPerDocument - b.usPerDocument);
  const chosen = sorted[Math.floor(times / 2)];
  if (chosen === undefined) throw new Error('nothing was measured');
  return chosen;
}

async function measure(
  walk: string,
  documents: number,
  pages: AsyncGenerator<number, void>,
): Promise<Figures> {
  const times: number[] = [];
  let seen = 0;
  let before = performance.now();
  for await (const hits of pages) {
    const now = performance.now();
    times.push(now - before);
    before = now;
    seen += hits;
  }
  if (seen !== documents) throw new Error(`${walk}: ${seen} of ${documents} documents came`);
  const tenth = Math.max(1, Math.floor(times.length / 10));
  return {
    walk,
    documents,
    usPerDocument: round((sum(times) * 1000) / documents),
    lastOverFirst: round(median(times.slice(-tenth - 1, -1)) / median(times.slice(1, tenth + 1))),
  };
}

/** Returns the time and memory per point in time, measured by opening 200 of them. */
async function opening(client: BenchClient, index: string): Promise<string> {
  const count = 200;
  const open = () => client.send('POST', `/${index}/_pit?keep_alive=1m`);
  await open();
  globalThis.gc?.();
  const memory = process.memoryUsage();
  const started = performance.now();
  const ids = [];
  for (let at = 0; at < count; at++) ids.push((await open()).id);
  const us = ((performance.now() - started) * 1000) / count;
  globalThis.gc?.();
  const after = process.memoryUsage();
  const bytes =
    (after.heapUsed + after.arrayBuffers - memory.heapUsed - memory.arrayBuffers) / count;
  for (const id of ids) await client.send('DELETE', '/_pit', { id });
  const kept =
    globalThis.gc === undefined ? 'run with --expose-gc for memory' : `${round(bytes / 1024)} KiB`;
  return `opening a point in time on ${index}: ${round(us)} us, ${kept} each`;
}

async function* scroll(
  client: BenchClient,
  index: string,
  sort: unknown,
): AsyncGenerator<number, void> {
  const body = { size: pageSize, sort };
  let answer = await client.send('POST', `/${index}/_search?scroll=1m`, body);
  for (let hits = hitsOf(answer); hits > 0; hits = hitsOf(answer)) {
    yield hits;
    const next = { scroll: '1m', scroll_id: answer._scroll_id };
    answer = await client.send('POST', '/_search/scroll', next);
  }
  await client.send('DELETE', '/_search/scroll', { scroll_id: answer._scroll_id });
}

async function* pointInTime(
  client: BenchClient,
  index: string,
  sort: unknown,
): AsyncGenerator<number, void> {
  let { id } = await client.send('POST', `/${index}/_pit?keep_alive=1m`);
  let searchAfter: readonly unknown[] | undefined;
  for (;;) {
    const pit = { id, keep_alive: '1m' };
    const body = { size: pageSize, sort, pit, search_after: searchAfter, track_total_hits: false };
    const answer = await client.send('POST', '/_search', body);
    if (hitsOf(answer) === 0) break;
    yield hitsOf(answer);
    id = answer.pit_id ?? id;
    searchAfter = answer.hits?.hits.at(-1)?.sort;
  }
  await client.send('DELETE', '/_pit', { id });
}

function ratios(figures: readonly Figures[]): readonly string[] {
  return Object.keys(walks).map((walk) => {
    const own = figures.filter((figure) => figure.walk === walk).map((f) => f.usPerDocument);
    return `${walk}: ${own.join(' / ')} us per document, largest over smallest index ${round(at(own, own.length - 1) / at(own, 0))}`;
  });
}

function hitsOf(answer: Answer): number {
  return answer.hits?.hits.length ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return at(sorted, Math.floor(sorted.length / 2));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
