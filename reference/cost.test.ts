import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseJson } from './base/json.ts';
import { filterPath } from './http/filter-path.ts';
import { evaluate } from './plan/functions/evaluate.ts';
import { resolveCall } from './plan/functions/functions.ts';
import { mapKey } from './plan/map-key.ts';
import { startEvaluation } from './plan/start-evaluation.ts';
import { normalizeMapping } from './store/mappings/merge-mapping.ts';
import { costExponent } from './testing/cost.ts';

const numbered = <Value>(
  size: number,
  entry: (at: number) => readonly [string, Value],
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Array.from({ length: size }, (_, at) => entry(at)));

const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
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
];

for (const name of ['mv_contains', 'mv_intersection', 'mv_union']) {
  it(`${name} takes linear work`, async () => {
    const exponent = await costExponent((size) => {
      const values = Array.from({ length: size }, (_, at) => at);
      const place = { line: 1, column: 1, text: name };
      const operand = { kind: 'constant', type: 'long', values, place } as const;
      const call = resolveCall({ name, place, operands: [operand, operand] }, evaluation);
      return void evaluate(call, { rows: 1, blocks: [] }, evaluation);
    }, 2000);
    assert.ok(exponent < 1.75, `exponent ${exponent.toFixed(2)}`);
  });
}

for (const [what, size, work] of cases) {
  it(`${what} takes linear work`, async () => {
    const exponent = await costExponent((count) => void work(count), size);
    assert.ok(exponent < 1.75, `exponent ${exponent.toFixed(2)}`);
  });
}
