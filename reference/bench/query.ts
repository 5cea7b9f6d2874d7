import { performance } from 'node:perf_hooks';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Environment } from '../base/environment.ts';
import { systemEnvironment } from '../base/environment.ts';
import { startQuery } from '../plan/start-query.ts';
import { parseQueryText } from '../query/parse-query-text.ts';
import { createCatalog } from '../store/catalog.ts';
import type { Catalog } from '../store/catalog-types.ts';

/** One query in three forms. */
interface Question {
  readonly name: string;
  readonly query: string;
  readonly sql: string;
  /** Returns a number that depends on the whole result, so that the compiler cannot remove the loop. */
  readonly loop: (columns: Columns) => number;
}

interface Columns {
  readonly word: Uint32Array;
  readonly n: Float64Array;
  readonly v: Float64Array;
}

const rows = Number(process.argv[2] ?? 1_000_000);
const words = 1000;
const rounds = 25;
const [low, high] = [rows * 0.25, rows * 0.75];

const questions: readonly Question[] = [
  {
    name: 'group by a keyword, avg and max',
    query: 'FROM rows | STATS a = AVG(v), m = MAX(v) BY word | LIMIT 1000',
    sql: 'SELECT avg(v), max(v), word FROM rows GROUP BY word',
    loop: groupLoop,
  },
  {
    name: 'filter by a range, sum',
    query: `FROM rows | WHERE n >= ${low} AND n < ${high} | STATS s = SUM(v)`,
    sql: `SELECT sum(v) FROM rows WHERE n >= ${low} AND n < ${high}`,
    loop: filterLoop,
  },
  {
    name: 'top 10',
    query: 'FROM rows | SORT v DESC | LIMIT 10 | KEEP n, v',
    sql: 'SELECT n, v FROM rows ORDER BY v DESC LIMIT 10',
    loop: topLoop,
  },
];

await main();

/** Prints the time of queries over a million rows, relative to a plain loop and to DuckDB on one thread. */
async function main(): Promise<void> {
  const environment = systemEnvironment();
  const catalog = createCatalog(environment);
  say(`${rows} rows written in ${await timed(() => write(catalog, environment))} ms`);
  const columns = makeColumns();
  const duck = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await duck.run(
    `CREATE TABLE rows AS SELECT 'w' || (i % ${words}) AS word, ((i * 2654435761) % 4294967296) % ${rows} AS n,
     ((i * 104729) % 1000003) / 8.0 AS v FROM range(${rows}) t(i)`,
  );
  for (const { name, query, sql, loop } of questions) {
    const times = { loop: [] as number[], own: [] as number[], duck: [] as number[] };
    // Alternates between the three, so that other load affects them equally; the first rounds are a warm-up.
    for (let round = -10; round < rounds; round++) {
      const own = await timed(() => run(query, catalog, environment));
      const plain = await timed(() => loop(columns));
      const other = await timed(async () => (await duck.runAndReadAll(sql)).getRows());
      if (round < 0) continue;
      times.own.push(own);
      times.loop.push(plain);
      times.duck.push(other);
    }
    const [own, plain, other] = [times.own, times.loop, times.duck].map(least);
    say(
      `${name}: ${own} ms, plain loop ${plain} ms (${ratio(own, plain)} times), DuckDB ${other} ms (${ratio(own, other)} times)`,
    );
  }
  duck.closeSync();
}

async function write(catalog: Catalog, environment: Environment): Promise<void> {
  const index = catalog.create('rows', {
    settings: { number_of_shards: 1, refresh_interval: '-1' },
    mappings: {
      properties: { word: { type: 'keyword' }, n: { type: 'long' }, v: { type: 'double' } },
    },
  });
  for (let at = 0; at < rows; at++) {
    const { word, n, v } = rowAt(at);
    index.index({ id: `${at}`, source: `{"word":"w${word}","n":${n},"v":${v}}` });
    if (at % 1000 !== 0) continue;
    await environment.yieldToEventLoop();
  }
  index.refresh();
}

function rowAt(at: number): { readonly word: number; readonly n: number; readonly v: number } {
  const n = ((at * 2_654_435_761) % 2 ** 32) % rows;
  return { word: at % words, n, v: ((at * 104_729) % 1_000_003) / 8 };
}

function makeColumns(): Columns {
  const columns = {
    word: new Uint32Array(rows),
    n: new Float64Array(rows),
    v: new Float64Array(rows),
  };
  for (let at = 0; at < rows; at++) {
    const { word, n, v } = rowAt(at);
    columns.word[at] = word;
    columns.n[at] = n;
    columns.v[at] = v;
  }
  return columns;
}

async function run(text: string, catalog: Catalog, environment: Environment): Promise<void> {
  const tree = parseQueryText(text);
  const task = await startQuery({ tree, filter: undefined }, { catalog, environment });
  await task.result;
}

function groupLoop({ word, v }: Columns): number {
  const sums = new Float64Array(words);
  const counts = new Float64Array(words);
  const most = new Float64Array(words).fill(-Infinity);
  for (let at = 0; at < word.length; at++) {
    const group = word[at]!;
    const value = v[at]!;
    sums[group] = sums[group]! + value;
    counts[group] = counts[group]! + 1;
    if (value > most[group]!) most[group] = value;
  }
  return sums.reduce((sum, own, at) => sum + own / (counts[at] ?? 1) + most[at]!, 0);
}

function filterLoop({ n, v }: Columns): number {
  let sum = 0;
  for (let at = 0; at < n.length; at++) {
    const value = n[at]!;
    if (value >= low && value < high) sum += v[at]!;
  }
  return sum;
}

function topLoop({ v }: Columns): number {
  const top: number[] = [];
  for (let at = 0; at < v.length; at++) {
    const value = v[at]!;
    if (top.length === 10 && value <= top[9]!) continue;
    let place = top.length;
    while (place > 0 && top[place - 1]! < value) place--;
    top.splice(place, 0, value);
    if (top.length > 10) top.pop();
  }
  return top.reduce((sum, value) => sum + value, 0);
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round((performance.now() - started) * 100) / 100;
}

/** Returns the least of the times, because other load can only increase a time. */
function least(values: readonly number[]): number {
  return Math.min(...values);
}

function ratio(own = 0, other = 1): number {
  return Math.round((own / other) * 100) / 100;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
