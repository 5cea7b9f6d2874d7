import { performance } from 'node:perf_hooks';
import { startReference } from '../index.ts';
import type { BenchClient } from './client.ts';
import { benchClient } from './client.ts';

const documents = 100_000;
const rounds = 15;
const query =
  'FROM rows | EVAL z = CONCAT(word, n::string) | STATS c = COUNT(*) BY z | SORT c, z | LIMIT 10';

/** Prints how long searches take alone, and beside 100 asynchronous queries. */
async function main(): Promise<void> {
  const server = await startReference();
  const client = benchClient(server.url);
  try {
    await fillRows(client);
    process.stdout.write(`alone: ${await medians(client)}\n`);
    const body = { query, wait_for_completion_timeout: '0ms' };
    await Promise.all(
      Array.from({ length: 100 }, () => client.send('POST', '/_query/async', body)),
    );
    process.stdout.write(`beside 100 background queries: ${await medians(client)}\n`);
  } finally {
    client.close();
    await server.stop();
  }
}

async function fillRows(client: BenchClient): Promise<void> {
  const perRequest = 10_000;
  for (let from = 0; from < documents; from += perRequest) {
    const lines = Array.from(
      { length: perRequest },
      (_, at) => `{"index":{}}\n{"n":${from + at},"word":"w${(from + at) % 1000}"}\n`,
    );
    await client.send('POST', '/rows/_bulk', lines.join(''));
  }
  await client.send('POST', '/rows/_refresh');
}

async function medians(client: BenchClient): Promise<string> {
  const texts: string[] = [];
  for (const size of [10, 10_000]) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      await client.send('POST', '/rows/_search', { size });
      times.push(performance.now() - started);
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    texts.push(`median of size ${size}: ${median.toFixed(0)} ms`);
  }
  return texts.join(', ');
}

await main();
