import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'cborg';
import { ServiceError } from '../base/service-error.ts';
import type { JsonValue } from '../base/json.ts';
import { limitsOf } from '../base/request-limits.ts';
import { requestBody } from './request-body.ts';

const large = { 'x-limit': 100_000 };

/** Returns the value of a body. */
async function decoded(bytes: Buffer, format: 'yaml' | 'cbor' | 'smile'): Promise<unknown> {
  const body = await requestBody(bytes, format, () =>
    limitsOf({ ...large, additionalProperties: large }),
  );
  return body?.json();
}

const many = Array.from({ length: 20_000 }, (_, at) => `text ${at}`);

const value: JsonValue = {
  numbers: [0, 1.5, -7, 1e20, 2 ** 60, 1e300, 2n ** 60n + 1n],
  texts: ['', 'é', '\ud83d\ude00', '"\\\n'],
  other: [null, true, { deep: [[]] }],
  many,
};

test('a body in CBOR keeps its values', async () => {
  assert.deepEqual(await decoded(Buffer.from(encode(value)), 'cbor'), value);
});

test('a number in YAML keeps its sign and its kind', async () => {
  const text = ['-0.0', '1.0e+20', '12345678901234567890', ...many].map((each) => `- ${each}\n`);
  const found = await decoded(Buffer.from(text.join('')), 'yaml');
  assert.ok(Array.isArray(found));
  assert.deepEqual(found.slice(0, 3), [-0, 1e20, 12345678901234567890n]);
});

for (const format of ['yaml', 'cbor', 'smile'] as const) {
  test(`a body of more than 1 MiB in ${format} is refused, and the reason says what to send`, async () => {
    await assert.rejects(
      decoded(Buffer.alloc(2 ** 20 + 1, 'x'), format),
      (error: unknown) =>
        error instanceof ServiceError &&
        error.type === 'content_too_long_exception' &&
        error.reason ===
          `a body in ${format} may have at most [1048576] bytes; send a longer one as JSON`,
    );
  });
}

test('a body of more values than are parsed in one turn is refused, wherever they are', async () => {
  const lists = Array.from({ length: 6 }, () => Array.from({ length: 5000 }, () => 0));
  const body = await requestBody(Buffer.from(JSON.stringify(lists)), 'json', () => limitsOf(large));
  assert.throws(() => body?.json(), /more than the \[25000\] values/);
});
