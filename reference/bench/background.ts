import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { at } from '../base/assert.ts';
import { hostileInputs } from '../testing/hostile-inputs.ts';
import type { BenchClient } from './client.ts';
import { benchClient, fill } from './client.ts';

const documents = Number(process.argv[2] ?? 100_000);
const rounds = 50;
const query =
  'FROM rows | EVAL z = CONCAT(word, n::string) | STATS c = COUNT(*) BY z | SORT c, z | LIMIT 10';

/**
 * Prints how long small searches take alone, beside each hostile input, and beside 100 asynchronous queries. The server
 * is a process of its own.
 */
async function main(): Promise<void> {
  const program = new URL('../main.js', import.meta.url).pathname;
  const server = spawn(process.execPath, [program, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  const client = benchClient(first.toString().trim());
  try {
    await fill(client, 'rows', documents);
    say('| beside | searches | median | longest wait |\n| --- | ---: | ---: | ---: |');
    say(row('nothing', await measure(client, () => undefined)));
    for (const [what, line, body] of hostileInputs) {
      const [method = '', path = ''] = line.split(' ');
      const sent = client.send(method, path, body()).catch(() => undefined);
      say(row(what, await measure(client, () => sent)));
    }
    const request = { query, wait_for_completion_timeout: '0ms' };
    for (let count = 0; count < 100; count++) await client.send('POST', '/_query/async', request);
    say(row('100 asynchronous queries', await measure(client, () => undefined)));
  } finally {
    client.close();
    server.kill();
  }
}

/** Sends small searches until some work has ended, at least a number of them; returns how long each took. */
async function measure(
  client: BenchClient,
  work: () => Promise<unknown> | undefined,
): Promise<readonly number[]> {
  const state = { isRunning: true };
  void Promise.resolve(work()).then(() => {
    state.isRunning = false;
  });
  const times: number[] = [];
  while (state.isRunning || times.length < rounds) {
    const started = performance.now();
    const term = { word: `w${times.length % 100}` };
    await client.send('POST', '/rows/_search', { query: { term }, size: 10 });
    times.push(performance.now() - started);
  }
  return times;
}

function row(what: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const median = at(sorted, Math.floor(sorted.length / 2));
  const longest = at(sorted, sorted.length - 1);
  return `| ${what} | ${times.length} | ${median.toFixed(1)} ms | ${longest.toFixed(1)} ms |`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
