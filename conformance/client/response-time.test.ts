import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectNoLater } from './response-time.ts';

function exchange(duration_ms: number, path = '/books'): Exchange {
  return {
    request: { method: 'GET', path, headers: {} },
    response: { status: 200, headers: {}, body: Buffer.of(), duration_ms },
    operation: undefined,
    problems: [],
  };
}

const cases: readonly (readonly [
  what: string,
  before: readonly number[],
  took: number,
  late: boolean,
])[] = [
  ['in time', [10], 1600, false],
  ['within the margin', [10], 6400, false],
  ['late', [10, 20], 6600, true],
  ['late, as everything is', [10, 2281], 6600, false],
  ['much later than everything else', [2000], 10_600, true],
];

for (const [what, before, took, isLate] of cases) {
  test(`a response is judged by how slow the server is: ${what}`, () => {
    const last = exchange(took, '/_query/async/1');
    const world = { last, exchanges: [...before.map((ms) => exchange(ms)), last, last] };
    const check = (): void => expectNoLater(world, '1500ms');
    if (isLate) assert.throws(check, Mismatch);
    else check();
  });
}
