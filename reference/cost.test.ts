import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseJson } from './base/json.ts';
import { filterPath } from './http/filter-path.ts';
import { mapKey } from './plan/map-key.ts';
import { normalizeMapping } from './store/mappings/merge-mapping.ts';
import { costExponent } from './testing/cost.ts';

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
];

for (const [what, size, work] of cases) {
  it(`${what} takes linear work`, async () => {
    const exponent = await costExponent((count) => void work(count), size);
    assert.ok(exponent < 1.75, `exponent ${exponent.toFixed(2)}`);
  });
}
