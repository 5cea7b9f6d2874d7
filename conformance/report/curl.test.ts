import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedExchange } from './result.ts';
import { curlLine } from './shell.ts';

const exchange: RecordedExchange = {
  method: 'POST',
  path: '/_query',
  request_headers: { accept: 'text/csv' },
  status: 200,
  response_headers: {},
  response_body: '',
  duration_ms: 1,
};
const start = `curl -X POST 'http://host/_query' -H 'accept: text/csv'`;

const cases: readonly (readonly [string, string | undefined, string])[] = [
  ['no body', undefined, start],
  ['a text with quotes', `it's`, `${start} --data-binary 'it'\\''s'`],
  ['a text of two lines', 'a\nb', `${start} --data-binary $'a\\nb'`],
  ['bytes', 'base64:oWFhAQ==', `echo oWFhAQ== | base64 -d | ${start} --data-binary @-`],
];

for (const [what, body, line] of cases) {
  test(`the line for ${what}`, () => {
    const whole = body === undefined ? exchange : { ...exchange, request_body: body };
    assert.equal(curlLine(whole, 'http://host'), line);
  });
}
