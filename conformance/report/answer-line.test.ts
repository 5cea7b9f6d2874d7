import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerLine } from './answer-line.ts';

const headers = { request_headers: {}, response_headers: {} };
const shown = (status: number, body: string, more: object = {}): string =>
  answerLine({
    method: 'GET',
    path: '/',
    status,
    response_body: body,
    duration_ms: 1,
    ...headers,
    ...more,
  });

test('an error shows its type and reason first', () => {
  const error = { root_cause: [{ type: 'deep' }], type: 'parsing_exception', reason: 'no [a]' };
  assert.match(shown(400, JSON.stringify({ error })), /^400 {2}parsing_exception: no \[a\] {2}\{/);
  assert.match(shown(500, '{"error":"on demand"}'), /^500 {2}on demand {2}\{/);
});

test('a search response shows all ids, and says how much of a scroll id is left out', () => {
  const hits = Array.from({ length: 12 }, (_, at) => ({
    _id: `${at}`,
    _source: { a: 'x'.repeat(90) },
  }));
  const body = { _scroll_id: 'A'.repeat(60), hits: { total: { value: 40 }, hits } };
  const line = shown(200, JSON.stringify(body));
  assert.match(line, /^200 {2}hits "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11" of 40 {2}/);
  assert.match(line, /"_scroll_id":"A{16}… \(60 characters\)"/);
});

test('a binary body is shown decoded, and a request without an answer says why', () => {
  const decoded = { response_decoded: '{"columns":[]}' };
  assert.equal(shown(200, 'base64:oWE=', decoded), '200  {"columns":[]}');
  const silent = { status: undefined, no_answer: 'no response within 5 ms' };
  assert.equal(shown(0, '', silent), 'no answer: no response within 5 ms');
});
