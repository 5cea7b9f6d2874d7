import { performance } from 'node:perf_hooks';
import { at } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import { systemEnvironment } from '../base/environment.ts';
import { executeSearch } from '../search/execute-search.ts';
import { parseSearchRequest } from '../search/parse-request.ts';
import { shardsOfIndices } from '../search/resolved-shards.ts';
import { createCatalog } from '../store/catalog.ts';
import type { Catalog } from '../store/catalog-types.ts';

const documents = Number(process.argv[2] ?? 10_000);
const rounds = 500;

const aggregations: Readonly<Record<string, unknown>> = {
  'no aggregation': undefined,
  'terms of a keyword': { terms: { field: 'word' } },
  'terms of a number': { terms: { field: 'n' } },
  'date_histogram by a day': { date_histogram: { field: 'day', fixed_interval: '1d' } },
  'terms, each with the sum of a number': {
    terms: { field: 'word' },
    aggs: { s: { sum: { field: 'n' } } },
  },
};

/** Prints the time of aggregations inside the search, without HTTP, relative to a plain loop that counts. */
async function main(): Promise<void> {
  const environment = systemEnvironment();
  const catalog = createCatalog(environment);
  await write(catalog, environment);
  const shards = shardsOfIndices(catalog.resolveSearch('docs', {}), []);
  const loop_ms = await least(() => plainLoop());
  say(`${documents} documents; a plain loop takes ${loop_ms.toFixed(3)} ms`);
  for (const [name, one] of Object.entries(aggregations)) {
    // No two ranges are the same, so that no result is kept.
    const run = async (round: number): Promise<unknown> => {
      const query = { range: { n: { gte: -1 - round } } };
      const body = { size: 0, query, ...(one === undefined ? {} : { aggs: { a: one } }) };
      const text = JSON.stringify(body);
      const request = parseSearchRequest(JSON.parse(text), text, {});
      return executeSearch({ request, shards, environment });
    };
    const own_ms = await least(run);
    say(`${name}: ${own_ms.toFixed(3)} ms, ${(own_ms / loop_ms).toFixed(1)} times the loop`);
  }
}

async function write(catalog: Catalog, environment: Environment): Promise<void> {
  const index = catalog.create('docs', {
    settings: { number_of_shards: 1, refresh_interval: '-1' },
    mappings: {
      properties: { n: { type: 'long' }, word: { type: 'keyword' }, day: { type: 'date' } },
    },
  });
  for (let id = 0; id < documents; id++) {
    const day = 1_577_836_800_000 + (id % 60) * 86_400_000 + id;
    index.index({ id: `${id}`, source: JSON.stringify({ n: id, word: `w${id % 100}`, day }) });
    if (id % 1000 !== 0) continue;
    await environment.yieldToEventLoop();
  }
  index.refresh();
}

const ordinals = Uint32Array.from({ length: documents }, (_, id) => id % 100);

function plainLoop(): number {
  const counts = new Uint32Array(100);
  for (const ordinal of ordinals) counts[ordinal] = at(counts, ordinal) + 1;
  return at(counts, 7);
}

/** Returns the least time of several rounds, because other load can only increase it. */
async function least(work: (round: number) => unknown): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const before = performance.now();
    await work(round);
    best = Math.min(best, performance.now() - before);
  }
  return best;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
