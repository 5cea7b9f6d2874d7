import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'cborg';
import { dump } from 'js-yaml';
import { ServiceError } from '../base/service-error.ts';
import type { JsonValue } from '../base/json.ts';
import { requestBody } from './read-body.ts';

/** Prepares a body; returns its value. */
async function prepared(bytes: Buffer, format: 'yaml' | 'cbor' | 'smile') {
  const body = requestBody(bytes, format);
  await body?.prepare();
  return { value: body?.json() };
}

const many = Array.from({ length: 20_000 }, (_, at) => `text ${at}`);

const value: JsonValue = {
  numbers: [0, 1.5, -7, 1e20, 2 ** 60, 1e300, 2n ** 60n + 1n],
  texts: ['', 'é', '\ud83d\ude00', '"\\\n'],
  other: [null, true, { deep: [[]] }],
  many,
};

test('a large body in CBOR is decoded in a thread', async () => {
  const { value: found } = await prepared(Buffer.from(encode(value)), 'cbor');
  assert.deepEqual(found, value);
});

test('a large body in YAML is decoded in a thread', async () => {
  const { value: found } = await prepared(
    Buffer.from(dump({ ...value, numbers: [1, 0.5] })),
    'yaml',
  );
  assert.deepEqual(found, { ...value, numbers: [1, 0.5] });
});

test('a number keeps its sign and its kind in a large body', async () => {
  const text = ['-0.0', '1.0e+20', '12345678901234567890', ...many].map((each) => `- ${each}\n`);
  const { value: found } = await prepared(Buffer.from(text.join('')), 'yaml');
  assert.ok(Array.isArray(found));
  assert.deepEqual(found.slice(0, 3), [-0, 1e20, 12345678901234567890n]);
});

test('several large bodies are decoded at the same time', async () => {
  const bytes = Buffer.from(encode(value));
  const found = await Promise.all([1, 2, 3].map(() => prepared(bytes, 'cbor')));
  for (const one of found) assert.deepEqual(one.value, value);
});

for (const format of ['yaml', 'cbor', 'smile'] as const) {
  test(`a large body that is not ${format} is refused as a small one`, async () => {
    const refusal = async (length: number): Promise<string> => {
      const bytes = Buffer.from(`[${'"x",'.repeat(length)}`);
      const error: unknown = await prepared(bytes, format).catch((problem: unknown) => problem);
      assert.ok(error instanceof ServiceError);
      return `${error.type} ${error.reason.replaceAll(/\d+/g, 'n')}`;
    };
    assert.equal((await refusal(20_000)).slice(0, 60), (await refusal(10)).slice(0, 60));
  });
}
