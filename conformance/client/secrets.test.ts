import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeJson } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';
import { Masker } from '../report/mask.ts';
import { classify } from '../run/classify.ts';
import { secretsIn } from './secrets.ts';
import { scenarioAbout } from '../testing/scenario.ts';

const secret = 'the-secret:of-a-key';
const credential = Buffer.from(`id-1:${secret}`, 'utf8').toString('base64');

function exchange(method: string, path: string, body: unknown): Exchange {
  return {
    request: { method, path, headers: {} },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(writeJson(body)),
      duration_ms: 1,
    },
    operation: undefined,
    problems: [],
  };
}

const creation = exchange('POST', '/_security/api_key', { id: 'id-1', api_key: secret });

test('the secret of a new key and its credential are secrets', () => {
  assert.deepEqual(secretsIn(creation), [secret, `id-1:${secret}`, credential]);
  const unusual = exchange('PUT', '/_security/api_key?pretty', { api_key: [{ value: secret }] });
  assert.deepEqual(secretsIn(unusual), [secret]);
  assert.deepEqual(secretsIn(exchange('GET', '/_security/api_key', { api_key: secret })), []);
});

test('no part of a result contains a secret', () => {
  const leaking = exchange('GET', `/_security/api_key?id=${encodeURIComponent(credential)}`, {
    api_key: { hint: secret, plain: `id-1:${secret}`, credential },
  });
  const texts = [secret, credential, credential.replace(/=+$/, ''), secret.slice(0, 10)];
  const result = classify({
    scenario: { ...scenarioAbout(), silent: true },
    record: {
      exchanges: [creation, leaking],
      unanswered: [],
      commands: [],
      observations: texts.map((value) => ({ what: 'a', value })),
      leftovers: texts,
      error: undefined,
      secrets: secretsIn(creation),
    },
    runner: { passed: true, complaint: undefined, duration_ms: 1 },
    masker: new Masker([]),
  });
  const shown = JSON.stringify(result);
  for (const text of texts) assert.ok(!shown.includes(text), text);
});
