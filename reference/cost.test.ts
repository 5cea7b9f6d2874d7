import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson } from './base/json.ts';
import { finishWork } from './base/work.ts';
import { filterPath } from './http/filter-path.ts';
import { mapKey } from './plan/map-key.ts';
import { compileGrok } from './plan/patterns/grok.ts';
import { startReference } from './start.ts';
import { normalizeMapping } from './store/mappings/merge-mapping.ts';
import type { CostCase } from './testing/cost.ts';
import { costExponent, costOf } from './testing/cost.ts';
import { functionCosts } from './testing/function-costs.ts';
import { operationCosts, prepareCosts } from './testing/operation-costs.ts';
import { lineSender } from './testing/send-line.ts';

const numbered = <Value>(
  size: number,
  entry: (at: number) => readonly [string, Value],
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Array.from({ length: size }, (_, at) => entry(at)));

const definition = { type: 'ip' };

/** Work by the size of its input; quadratic work has an exponent of 2. */
const cases: readonly (readonly [what: string, size: number, work: (size: number) => unknown])[] = [
  [
    'a mapping of many fields',
    2000,
    (size) => normalizeMapping({ properties: numbered(size, (at) => [`f${at}`, definition]) }),
  ],
  [
    'a mapping of many dotted fields',
    2000,
    (size) => normalizeMapping({ properties: numbered(size, (at) => [`a.b.f${at}`, definition]) }),
  ],
  [
    'a filter of an answer with many members',
    2000,
    (size) =>
      filterPath(
        numbered(size, (at) => [`m${at}`, { a: 1 }]),
        '**.b.**.a,**.a',
      ),
  ],
  [
    'a body with many members',
    2000,
    (size) => parseJson(JSON.stringify(numbered(size, (at) => [`m${at}`, at]))),
  ],
  [
    'a map of long texts that begin alike',
    150,
    (size) => {
      const same = 'x'.repeat(20_000);
      return new Map(Array.from({ length: size }, (_, at) => [mapKey(`${same}${1e6 + at}`), at]));
    },
  ],
  [
    'a text that does not fit a pattern of many groups',
    900,
    (size) => finishWork(compileGrok(`b${'(?<a>)'.repeat(size)}`)).extract('a'.repeat(100 * size)),
  ],
];

/** Exponents above this are not linear; only cases of which the large input takes this long are judged. */
const most = { exponent: 1.75, time_ms: 15 };

const refusedForSize = /number of tokens|\] tokens|maximum query depth/;

describe('ten times the input takes about ten times the work', () => {
  it('of every function', async () => {
    const costs = functionCosts();
    assert.ok(costs.length > 1000, `${costs.length} calls`);
    assert.deepEqual(await steepOnes(costs, 1000), []);
  });

  it('of requests to every group of operations', async () => {
    const server = await startReference({ log: (report) => assert.fail(report) });
    const refused: string[] = [];
    try {
      const send = lineSender(() => server.url);
      const sendBody = async (line: string, body?: unknown) => {
        const { text } = await send(line, { body });
        // A query that is refused for its size would say nothing about the cost of the others.
        if (refusedForSize.test(text)) refused.push(line, text.slice(0, 200));
      };
      await prepareCosts(sendBody);
      assert.deepEqual(await steepOnes(operationCosts(sendBody), 400), []);
      assert.deepEqual(refused, []);
    } finally {
      await server.stop();
    }
  });
});

/** Returns the cases whose cost grows too fast; each is measured again before it is put down. */
async function steepOnes(costs: readonly CostCase[], size: number): Promise<readonly string[]> {
  const steep: string[] = [];
  for (const one of costs) {
    const exponents: number[] = [];
    do exponents.push((await costOf(one, size, most.time_ms)).exponent);
    while (Math.min(...exponents) >= most.exponent && exponents.length < 3);
    const exponent = Math.min(...exponents);
    if (exponent >= most.exponent) steep.push(`${one.what}: exponent ${exponent.toFixed(2)}`);
  }
  return steep;
}

for (const [what, size, work] of cases) {
  it(`${what} takes linear work`, async () => {
    const exponent = await costExponent((count) => void work(count), size);
    assert.ok(exponent < most.exponent, `exponent ${exponent.toFixed(2)}`);
  });
}
