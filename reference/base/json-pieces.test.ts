import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unlimited } from './budget.ts';
import { JsonBytes } from './json-bytes.ts';
import { writeJsonInTurns } from './json-pieces.ts';
import type { Work } from './work.ts';
import type { JsonOutput } from './write-json.ts';
import { DeferredJson, RawJson, writeJson } from './write-json.ts';
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

/** Returns a yielder that lets other work run whenever it is asked. */
function slowYielder(): Yielder {
  return { budget: unlimited, yieldIfDue: () => new Promise((resolve) => setImmediate(resolve)) };
}

/** Writes numbers and stored strings, one in each step. */
class Deferred extends DeferredJson {
  readonly #count: number;

  constructor(count: number) {
    super();
    this.#count = count;
  }

  get size(): number {
    return this.#count * 5;
  }

  *writeTo(output: JsonOutput): Work<void> {
    for (let at = 0; at < this.#count; at++) {
      output.text += at === 0 ? '[' : ',';
      output.addString(stored, 0, stored.length - 1);
      output.text += ',';
      output.addBytes(Buffer.from('1.0'));
      output.text += ',';
      output.add([at, { name: 'größe' }]);
      yield;
    }
    output.text += ']';
  }

  value(): unknown {
    throw new Error('the text is written without the value');
  }
}

/** A long text that counts as one value. */
class LongText extends DeferredJson {
  readonly size = 1;
  readonly #bytes: Buffer;

  constructor(length: number) {
    super();
    this.#bytes = Buffer.from(`"${'a'.repeat(length)}"`);
  }

  *writeTo(output: JsonOutput): Work<void> {
    output.addBytes(this.#bytes);
    yield;
  }

  value(): unknown {
    throw new Error('the text is written without the value');
  }
}

const stored = Buffer.from('größe, 😀.');
const hit = (at: number) => ({ _id: `${at}`, gap: undefined, _source: new RawJson('{"n": 1}') });
const hits = Array.from({ length: 10_000 }, (_, at) => hit(at));

const large: readonly (readonly [string, unknown])[] = [
  ['hits', { took: 1, aggregations: undefined, hits: { hits } }],
  ['a small deferred part before much else', { part: new Deferred(20), after: hits }],
  ['a deferred part', { took: 1, hits: { total: 3, hits: new Deferred(5000) }, after: hits }],
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

test('a long answer is put together in turns', async () => {
  const texts = Array.from(
    { length: 1100 },
    (_, at) => new RawJson(`"${'é'.repeat(10_000)}${at}"`),
  );
  const few = eagerYielder();
  await writeJsonInTurns(
    texts.map(() => 1),
    few,
  );
  const yielder = eagerYielder();
  assert.equal(String(await writeJsonInTurns(texts, yielder)), writeJson(texts));
  assert.ok(yielder.yields() > few.yields() + 40, `${yielder.yields()} yields`);
});

test('a part that is taken back may have filled several buffers', async () => {
  const part = [new LongText(2 ** 18), new LongText(2 ** 20), Array.from({ length: 200 }, () => 1)];
  const parts = [part, hits, part, part];
  assert.equal(String(await writeJsonInTurns(parts, eagerYielder())), writeJson(parts));
});

test('a small answer is written at once', () => {
  const answer = writeJsonInTurns({ hits: hits.slice(0, 100) }, eagerYielder());
  assert.equal(typeof answer, 'string');
});

test('answers written side by side do not mix', async () => {
  const answers = Array.from({ length: 5 }, (_, at) => ({ at, hits: new Deferred(1000 + at) }));
  const written = await Promise.all(
    answers.map(async (answer) => writeJsonInTurns(answer, slowYielder())),
  );
  assert.deepEqual(written.map(String), answers.map(writeJson));
});

test('strings that are stored as UTF-8 are escaped', () => {
  const texts = ['', 'plain', 'größe', '"', '\\', 'a\nb', '\u0001', '😀', 'x'.repeat(300)];
  for (const text of texts) {
    const bytes = Buffer.from(`<${text}>`);
    const output = new JsonBytes();
    output.addString(bytes, 1, bytes.length - 1);
    assert.equal(String(output.finish()), JSON.stringify(text));
  }
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
