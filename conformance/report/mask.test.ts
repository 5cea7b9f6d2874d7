import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Masker, masked } from './mask.ts';

const secret = 'k7"Zr$ü/long';
const bytes = Buffer.from(secret, 'utf8');

const writings: Readonly<Record<string, string>> = {
  'as it stands': secret,
  'in a path': encodeURIComponent(secret),
  'in JSON': JSON.stringify(secret),
  'in base64': bytes.toString('base64'),
  'in base64 without padding': bytes.toString('base64').replace(/=+$/, ''),
  'in base64 for addresses': bytes.toString('base64url'),
  'in hexadecimal digits': bytes.toString('hex'),
  'in a header, as bytes': bytes.toString('latin1'),
  'cut off': secret.slice(0, 9),
};

/** Every printable ASCII sign. */
const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
const json = (text: string): string => JSON.stringify(text);

for (const [name, written] of Object.entries({
  'in JSON in JSON': json(json(printable)),
  'in JSON in JSON in JSON': json(json(json(printable))),
  'in XML': printable.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'in XML with names': printable
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;'),
  'in HTML in JSON': json(
    printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ),
  'in a URL': encodeURIComponent(printable),
  'in a form': new URLSearchParams({ a: printable }).toString().slice(2),
  'in a URL in JSON': json(encodeURI(printable)),
  'in a shell': printable.replaceAll("'", `'\\''`),
  'in CSV': printable.replaceAll('"', '""'),
  'in the middle of base64': Buffer.from(`{"a":${printable}}`).toString('base64').slice(4),
})) {
  test(`a secret of all signs is masked ${name}`, () => {
    const text = new Masker([printable]).text(`<${written}>`);
    assert.ok(text.length < 20 && text.includes(masked), text);
  });
}

for (const [name, written] of Object.entries(writings)) {
  test(`a secret is masked ${name}`, () => {
    const text = new Masker([secret]).text(`before ${written} after`);
    assert.match(text, /^before "?\*\*\*"?=* after$/);
  });
}

test('a text that only begins a little like a secret stays', () => {
  assert.equal(new Masker([secret]).text('k7"Z, k7"Zr$'), 'k7"Z, k7"Zr$');
});

test('members and headers that are called after a secret are masked whatever they hold', () => {
  const body = '{"id":"a","api_key":"b\\"c","encoded" : "ZA==","name":"api_key","secret":12}';
  assert.deepEqual(JSON.parse(new Masker([]).body(body)), {
    id: 'a',
    api_key: masked,
    encoded: masked,
    name: 'api_key',
    secret: masked,
  });
  assert.deepEqual(
    new Masker([secret]).headers({ Authorization: 'ApiKey ZA==', 'x-a': `b ${secret}` }),
    {
      Authorization: masked,
      'x-a': `b ${masked}`,
    },
  );
});

test('a value keeps its shape, and the object of a key that holds no secret is shown', () => {
  const value = { api_key: { id: 'a' }, encoded: 'b', took: 12345, list: ['12345', null] };
  assert.deepEqual(new Masker(['12345']).value(value), {
    api_key: { id: 'a' },
    encoded: masked,
    took: 12345,
    list: [masked, null],
  });
});

test('a secret that ends in half a character is masked, and breaks nothing', () => {
  assert.equal(new Masker(['half\ud83d']).text('before half\ud83d after'), 'before *** after');
});

test('secrets that overlap are hidden as one, neither leaves the rest of the other', () => {
  const masker = new Masker(['first-secret', 'secret-second', 'inner']);
  assert.equal(masker.text('<first-secret-second> and inner'), '<***> and ***');
});

test('a secret that is learned later is masked, and those given at the start are never forgotten', () => {
  const masker = new Masker(['given-at-start']);
  masker.learn(['learned-0']);
  assert.equal(masker.text('learned-0 given-at-start'), '*** ***');
  masker.learn(Array.from({ length: 5_000 }, (_, number) => `secret<${number}>`));
  assert.equal(masker.text('secret<4999> given-at-start learned-0'), '*** *** learned-0');
});

test('every place of a secret is masked, whatever stands beside it', () => {
  const filler = 'x'.repeat(1_000);
  const text = `${secret}${filler}${secret}${secret}${filler}${secret}`;
  assert.equal(new Masker([secret, 'other']).text(text), `***${filler}******${filler}***`);
});

test('the value of a secret member is masked even if the body was cut inside it', () => {
  for (const rest of ['', 'b', 'b\\', 'b\\"c']) {
    assert.equal(
      new Masker([]).body(`{"id":"a","api_key":"${rest}`),
      `{"id":"a","api_key":"${masked}"`,
    );
  }
});

test('a very long secret is masked in parts, whatever it repeats', () => {
  const long = 'aB3'.repeat(100_000);
  const start_ms = performance.now();
  const text = new Masker([long]).text(`from ${long.slice(0, 9000)} to`);
  assert.match(text, /^from (?:\*\*\*)+ to$/);
  assert.ok(performance.now() - start_ms < 5000, `${performance.now() - start_ms} ms`);
});
