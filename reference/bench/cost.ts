import { functionNames } from '../plan/functions/functions.ts';
import { startReference } from '../index.ts';
import type { BenchClient } from './client.ts';
import { benchClient } from './client.ts';

/** Sizes of the small inputs; the large ones are ten times as large. */
const listSize = 1000;
const textSize = 10_000;
/** Above this exponent, and this processor time of the large input, a case is printed. */
const noted = { exponent: 1.4, time_ms: 30 };

const operands = ['t', 'l', 's', '1', '"a"'];

interface Case {
  readonly what: string;
  /** Sends a request whose input is `scale` (1 or 10) times the small one. */
  readonly send: (scale: number) => Promise<unknown>;
}

const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'ip' }]));

/** Operations of the description with generated inputs. */
function operationCases(client: BenchClient): readonly Case[] {
  const many = (scale: number) => Array.from({ length: listSize * scale }, (_, at) => at);
  const search = (what: string, body: (scale: number) => unknown): Case => ({
    what: `search: ${what}`,
    send: (scale) => client.send('POST', '/cost1/_search', body(scale)),
  });
  return [
    search('terms', (scale) => ({ query: { terms: { l: many(scale) } } })),
    search('words', (scale) => ({ query: { match: { t: many(scale / 10).join(' ') } } })),
    search('wildcard', (scale) => ({ query: { wildcard: { s: `${'*a'.repeat(50 * scale)}*` } } })),
    search('source patterns', (scale) => ({ _source: many(scale / 10).map((at) => `a*${at}*`) })),
    {
      what: 'bulk',
      send: (scale) =>
        client.send(
          'POST',
          '/bulk/_bulk',
          many(scale)
            .map((n) => `{"index":{}}\n{"n":${n}}\n`)
            .join(''),
        ),
    },
    {
      what: 'document with a long list',
      send: (scale) => client.send('PUT', '/list/_doc/1', { n: many(10 * scale) }),
    },
    {
      what: 'mapping over the limit',
      send: (scale) =>
        client.send('PUT', '/m', { mappings: { properties: properties(2000 * scale) } }),
    },
    {
      what: 'filter_path',
      send: (scale) => client.send('GET', `/_search?filter_path=${'**.a.'.repeat(20 * scale)}b`),
    },
  ];
}

/** Every function of the query language, with the operands that it accepts. */
function functionCases(client: BenchClient): readonly Case[] {
  const calls = functionNames.flatMap((name) =>
    operands
      .slice(0, 3)
      .flatMap((first) => [
        `${name}(${first})`,
        ...operands.map((second) => `${name}(${first}, ${second})`),
      ]),
  );
  return calls.map((call) => ({
    what: call,
    send: (scale) =>
      client.send('POST', '/_query', {
        query: `FROM cost${scale} | EVAL r = ${call} | STATS COUNT(r)`,
      }),
  }));
}

async function fillIndex(client: BenchClient, scale: number): Promise<void> {
  const length = listSize * scale;
  const mappings = {
    properties: {
      t: { type: 'keyword', index: false },
      l: { type: 'long' },
      s: { type: 'keyword' },
    },
  };
  await client.send('PUT', `/cost${scale}`, { mappings });
  const document = {
    t: 'ab '.repeat((textSize * scale) / 30),
    l: Array.from({ length }, (_, at) => at),
    s: Array.from({ length }, (_, at) => `s${at}`),
  };
  for (let id = 0; id < 5; id++) await client.send('PUT', `/cost${scale}/_doc/${id}`, document);
  await client.send('POST', `/cost${scale}/_refresh`);
}

interface Cost {
  /** Microseconds. */
  readonly time: number;
  readonly memory: number;
}

/** Returns the least processor time of two requests, and the memory that the second one added. */
async function costOf({ send }: Case, scale: number): Promise<Cost> {
  const times: number[] = [];
  let memory = 0;
  for (let round = 0; round < 2; round++) {
    const heap = process.memoryUsage.rss();
    const before = process.cpuUsage();
    // A refusal has a cost too.
    await send(scale).catch(() => undefined);
    const { user, system } = process.cpuUsage(before);
    times.push(user + system);
    memory = Math.max(0, process.memoryUsage.rss() - heap);
  }
  return { time: Math.max(1000, Math.min(...times)), memory };
}

/** Prints the cases whose cost grows faster than their input, and how many were measured. */
async function main(): Promise<void> {
  const server = await startReference();
  const client = benchClient(server.url);
  try {
    for (const scale of [1, 10]) await fillIndex(client, scale);
    const cases = [...operationCases(client), ...functionCases(client)];
    for (const one of cases) {
      const [small, large] = [await costOf(one, 1), await costOf(one, 10)];
      const exponent = Math.log10(large.time / small.time);
      if (exponent < noted.exponent || large.time < noted.time_ms * 1000) continue;
      const [time_ms, memory] = [large.time / 1000, large.memory / 2 ** 20];
      process.stdout.write(
        `${exponent.toFixed(2)}  ${time_ms.toFixed(0)} ms  ${memory.toFixed(0)} MB  ${one.what}\n`,
      );
    }
    process.stdout.write(`${cases.length} cases measured\n`);
  } finally {
    client.close();
    await server.stop();
  }
}

await main();
