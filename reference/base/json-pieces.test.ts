import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unlimited } from './budget.ts';
import { writeJsonInTurns } from './json-pieces.ts';
import { RawJson, writeJson } from './write-json.ts';
import type { Yielder } from './yielder.ts';

/** Returns a yielder that yields whenever it is asked, and counts it. */
function eagerYielder(): Yielder & { readonly yields: () => number } {
  let yields = 0;
  return {
    budget: unlimited,
    yields: () => yields,
    yieldIfDue() {
      yields++;
      return Promise.resolve();
    },
  };
}

const hit = (at: number) => ({ _id: `${at}`, gap: undefined, _source: new RawJson('{"n": 1}') });
const stored = Buffer.from('{"n": 1}{"größe": "😀"}');
const storedHit = (at: number) => ({ _id: `${at}`, _source: new RawJson(stored, 8) });
const hits = Array.from({ length: 10_000 }, (_, at) => hit(at));

const large: readonly (readonly [string, unknown])[] = [
  ['hits', { took: 1, aggregations: undefined, hits: { hits } }],
  ['hits with stored sources', { hits: hits.map((_, at) => storedHit(at)) }],
  [
    'a source before much else in a hit',
    hits.slice(0, 50).map((_, at) => ({ ...storedHit(at), inner: hits.slice(0, 200) })),
  ],
  ['nested buckets', { a: Array.from({ length: 100 }, () => ({ b: hits.slice(0, 500) })) }],
  ['one list of numbers', hits.map((_, at) => (at % 3 === 0 ? undefined : BigInt(at)))],
  ['one object', Object.fromEntries(hits.map((one, at) => [`"${at}`, one]))],
  ['lists in lists', [hits.map(() => [[]])]],
];

for (const [what, value] of large) {
  test(`a large answer is written in turns: ${what}`, async () => {
    const yielder = eagerYielder();
    assert.equal(String(await writeJsonInTurns(value, yielder)), writeJson(value));
    assert.ok(yielder.yields() >= 2, `${yielder.yields()} yields`);
  });
}

test('a large answer yields in proportion to its size', async () => {
  const yielder = eagerYielder();
  await writeJsonInTurns([...hits, ...hits, ...hits], yielder);
  assert.ok(yielder.yields() > hits.length / 16, `${yielder.yields()} yields`);
});

test('a small answer is written at once', () => {
  const answer = writeJsonInTurns({ hits: hits.slice(0, 100) }, eagerYielder());
  assert.equal(typeof answer, 'string');
});

test('any value is written as at once', () =>
  fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 0, max: 3 }), async (value, depth) => {
      let padded: unknown = [value, ...hits];
      for (let at = 0; at < depth; at++) padded = at % 2 === 0 ? { padded, value } : [padded];
      assert.equal(String(await writeJsonInTurns(padded, eagerYielder())), writeJson(padded));
    }),
    { numRuns: 20 },
  ));
