import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskBody, maskHeaders, masked, maskText, maskValue } from './mask.ts';

const secret = 'k7"Zr$ü/long';
const bytes = Buffer.from(secret, 'utf8');

const writings: Readonly<Record<string, string>> = {
  'as it stands': secret,
  'in a path': encodeURIComponent(secret),
  'in JSON': JSON.stringify(secret),
  'in base64': bytes.toString('base64'),
  'in base64 without padding': bytes.toString('base64').replace(/=+$/, ''),
  'in base64 for addresses': bytes.toString('base64url'),
  'in a header, as bytes': bytes.toString('latin1'),
  'cut off': secret.slice(0, 9),
};

for (const [name, written] of Object.entries(writings)) {
  test(`a secret is masked ${name}`, () => {
    const text = maskText(`before ${written} after`, [secret]);
    assert.match(text, /^before "?\*\*\*"?=* after$/);
  });
}

test('a text that only begins a little like a secret stays', () => {
  assert.equal(maskText('k7"Z, k7"Zr$', [secret]), 'k7"Z, k7"Zr$');
});

test('members and headers that are called after a secret are masked whatever they hold', () => {
  const body = '{"id":"a","api_key":"b\\"c","encoded" : "ZA==","name":"api_key","secret":12}';
  assert.deepEqual(JSON.parse(maskBody(body, [])), {
    id: 'a',
    api_key: masked,
    encoded: masked,
    name: 'api_key',
    secret: masked,
  });
  assert.deepEqual(maskHeaders({ Authorization: 'ApiKey ZA==', 'x-a': `b ${secret}` }, [secret]), {
    Authorization: masked,
    'x-a': `b ${masked}`,
  });
});

test('a value keeps its shape, and the object of a key that holds no secret is shown', () => {
  const value = { api_key: { id: 'a' }, encoded: 'b', took: 12345, list: ['12345', null] };
  assert.deepEqual(maskValue(value, ['12345']), {
    api_key: { id: 'a' },
    encoded: masked,
    took: 12345,
    list: [masked, null],
  });
});

test('a secret that ends in half a character is masked, and breaks nothing', () => {
  assert.equal(maskText('before half\ud83d after', ['half\ud83d']), 'before *** after');
});
