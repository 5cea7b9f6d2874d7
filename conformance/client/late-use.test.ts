import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { needsSecondAttempt } from '../run/judge.ts';
import { lateUse } from './late-use.ts';

/** A request, and how it was answered. */
type Sent = readonly [line: string, body: string, status: number, answer: string, took_ms: number];

function exchange([line, body, status, answer, duration_ms]: Sent): Exchange {
  const [method = '', path = ''] = line.split(' ');
  return {
    request: { method, path, headers: {}, body },
    response: {
      status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(answer),
      duration_ms,
    },
    operation: undefined,
    problems: [],
  };
}

/** The record of a scenario whose last request is not answered as it expects. */
function recordOf(sent: readonly Sent[]) {
  const none = { unanswered: [], commands: [], observations: [], leftovers: [], secrets: [] };
  const error = { error: new Mismatch('a', 'b', 'wrong'), step: 's', precondition: false };
  return { ...none, exchanges: sent.map(exchange), error };
}

const scroll = 'POST /_search/scroll';
const next = '{"scroll":"1s","scroll_id":"x"}';
const [page, empty] = ['{"hits":{"hits":[{"_id":"1"}]}}', '{"hits":{"hits":[]}}'];
const open = (took_ms: number, kept = '1s'): Sent => [
  `POST /a/_search?scroll=${kept}`,
  '{}',
  200,
  page,
  took_ms,
];
const pit: Sent = ['POST /a/_pit?keep_alive=1s', '', 200, '{"id":"x"}', 100];
const search = (took_ms: number): Sent => [
  'POST /_search',
  '{"pit":{"id":"x"}}',
  404,
  '{}',
  took_ms,
];
const query: Sent = ['POST /_query/async', '{"query":"q","keep_alive":"1s"}', 200, '{}', 500];

const running = '{"id":"x","is_running":true}';
const asked = (wait: string, answer: string, took_ms: number): Sent => [
  'POST /_query/async',
  `{"query":"q","wait_for_completion_timeout":"${wait}"}`,
  200,
  answer,
  took_ms,
];

const cases: readonly (readonly [name: string, sent: readonly Sent[], isLate: boolean])[] = [
  ['a scroll refused after its time', [open(600), [scroll, next, 404, '{}', 500]], true],
  ['a scroll without hits after its time', [open(600), [scroll, next, 200, empty, 500]], true],
  ['a scroll refused before its time', [open(300), [scroll, next, 404, '{}', 300]], false],
  ['a scroll that is kept longer', [open(600, '1m'), [scroll, next, 404, '{}', 500]], false],
  ['hits after the time', [open(600), [scroll, next, 200, page, 500]], false],
  [
    'a scroll that was kept on in time',
    [open(900), [scroll, next, 200, page, 300], [scroll, next, 404, '{}', 300]],
    false,
  ],
  ['a point in time refused after its time', [pit, search(950)], true],
  ['a point in time refused before its time', [pit, search(100)], false],
  ['a query removed after its time', [query, ['GET /_query/async/x', '', 404, '{}', 600]], true],
  ['a query that is running after 20 s', [asked('20s', running, 20_020)], true],
  [
    'a query that is said to be running before the end of its wait',
    [asked('20s', running, 300)],
    false,
  ],
  ['a query that has ended after 20 s', [asked('20s', '{"is_running":false}', 20_020)], false],
  ['a query that is running after a short wait', [asked('100ms', running, 120)], false],
  ['another request', [open(600), ['GET /a/_search', '{}', 404, '{}', 900]], false],
];

for (const [name, sent, isLate] of cases) {
  test(`${name} ${isLate ? 'is not judged, and is tried again' : 'counts'}`, () => {
    const record = recordOf(sent);
    assert.equal(lateUse(record) !== undefined, isLate);
    assert.equal(needsSecondAttempt(record), isLate);
  });
}

test('the reason names the request, the keep time and the time that was taken', () => {
  assert.equal(
    lateUse(recordOf([open(600), [scroll, next, 404, '{}', 1250]])),
    `${scroll} came too late to be judged: 1.9 s after the server was asked to keep the context for 1s; the server or this machine is slow`,
  );
});
