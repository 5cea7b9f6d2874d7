import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RawJson, writeJson } from '../base/write-json.ts';
import { finishWork } from '../base/work.ts';
import { checkFilterPath, filterPath } from './filter-path.ts';

const answer = {
  took: 1,
  hits: {
    total: { value: 2 },
    hits: [
      { _id: '1', _source: new RawJson('{"a":{"b":1,"c":2},"d":3}') },
      { _id: '2', _source: new RawJson('{"a":{"b":4},"d":12345678901234567890}') },
    ],
  },
};

const cases: readonly (readonly [paths: string, kept: string | undefined])[] = [
  ['took', '{"took":1}'],
  ['hits.total', '{"hits":{"total":{"value":2}}}'],
  ['hits.hits._id,took', '{"took":1,"hits":{"hits":[{"_id":"1"},{"_id":"2"}]}}'],
  [
    'hits.hits._source.d',
    '{"hits":{"hits":[{"_source":{"d":3}},{"_source":{"d":12345678901234567890}}]}}',
  ],
  ['hits.hits._source.a.c', '{"hits":{"hits":[{"_source":{"a":{"c":2}}}]}}'],
  ['**.value', '{"hits":{"total":{"value":2}}}'],
  ['h*.t*', '{"hits":{"total":{"value":2}}}'],
  ['hits.hits._i*', '{"hits":{"hits":[{"_id":"1"},{"_id":"2"}]}}'],
  ['-hits', '{"took":1}'],
  ['-hits.hits', '{"took":1,"hits":{"total":{"value":2}}}'],
  ['hits.total,-**.value', '{"hits":{"total":{}}}'],
  ['none', undefined],
];

for (const [paths, kept] of cases) {
  it(`keeps ${kept ?? 'nothing'} for ${paths}`, () => {
    const filtered = finishWork(filterPath(answer, paths));
    assert.equal(filtered === undefined ? undefined : writeJson(filtered), kept);
  });
}

const nested = (depth: number): unknown => (depth === 0 ? { a: 1 } : { b: nested(depth - 1) });

for (const [what, paths] of [
  ['repeated', `${'**.'.repeat(300)}a`],
  ['between names', `${'**.b.'.repeat(40)}**.a`],
  ['in many paths', Array.from({ length: 100 }, (_, i) => `**.b.**.${i}`).join(',') + ',**.a'],
] as const) {
  it(`filters a deeply nested answer by [**] ${what} in linear time`, { timeout: 10_000 }, () => {
    const filtered = finishWork(filterPath(nested(200), paths));
    assert.deepEqual(filtered, nested(200));
  });
}

it('refuses too many paths, and too many segments', () => {
  checkFilterPath(undefined);
  checkFilterPath(Array(128).fill('a.b.c').join(','));
  checkFilterPath(`${'**.'.repeat(5000)}a`);
  assert.throws(() => checkFilterPath(Array(129).fill('a').join(',')), /at most \[128\] paths/);
  assert.throws(() => checkFilterPath(`${'a.'.repeat(512)}a`), /at most \[512\] segments together/);
});
