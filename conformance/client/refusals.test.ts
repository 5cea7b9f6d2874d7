import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBusyIntake, isRefusal } from './expectations.ts';

const json = 'application/json';

/** Answers, and whether they refuse a request whose status the specification leaves open. */
const answers: readonly (readonly [number, string | undefined, string, boolean])[] = [
  [200, json, '{"error":"no"}', false],
  [302, undefined, '', false],
  [400, undefined, '', true],
  [499, 'text/html', '<h1>no</h1>', true],
  [500, json, '{"error":{"reason":"the window is too large"}}', true],
  [500, json, '["no such index"]', true],
  [503, 'application/yaml', 'error: too many scrolls\n', true],
  [500, 'text/plain; charset=utf-8', 'refused: too many scrolls', true],
  [500, undefined, '', false],
  [500, json, '', false],
  [500, json, '{}', false],
  [500, json, '{"status":500}', false],
  [500, json, '{"error":"Internal Server Error","status":500}', false],
  [500, json, '{"error":', false],
  [500, 'text/plain', 'Internal Server Error', false],
  [502, 'text/html', '<h1>502 Bad Gateway</h1>', false],
];

for (const [status, type, body, refuses] of answers) {
  test(`${status} ${type ?? 'without a type'} ${body} ${refuses ? 'refuses' : 'is none'}`, () => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const response = { status, headers, body: Buffer.from(body), duration_ms: 1 };
    assert.equal(isRefusal({ response }), refuses);
  });
}

test('an intake may be busy at a path of its own, the server may not', () => {
  const response = { status: 503, headers: {}, body: Buffer.from('{}'), duration_ms: 1 };
  const request = { method: 'POST', path: '/agent-config', headers: {} };
  assert.equal(
    isBusyIntake({ request: { ...request, base_url: 'http://intake' }, response }),
    true,
  );
  assert.equal(isBusyIntake({ request, response }), false);
});
