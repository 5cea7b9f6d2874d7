import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'cbor2';
import { readableBody } from './recorded-answer.ts';

test('a body in CBOR is readable as JSON, other bodies and broken ones are left alone', () => {
  const bytes = encode({ columns: [{ name: 'a' }], values: [[1n]] });
  const text = readableBody('application/cbor', bytes);
  assert.equal(text, '{"columns":[{"name":"a"}],"values":[[1]]}');
  assert.equal(readableBody('application/json', Buffer.from('{}')), undefined);
  assert.equal(readableBody('application/cbor', Uint8Array.of(0xff)), undefined);
  assert.equal(readableBody('application/vnd.apache.arrow.stream', Buffer.from('x')), undefined);
  assert.equal(readableBody('application/smile', Buffer.from('x')), undefined);
});
