import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { defaultProfile } from '../driver/load-profile.ts';
import type { HookName, HookTemplate } from '../driver/profile.ts';
import { examineIntake } from './examine.ts';

/** How a server takes events: the statuses for those without a key, and under a key that it has made. */
interface Gate {
  readonly anonymous: number;
  readonly known: number;
  /** How many events the intake refuses until it knows the key. */
  readonly late?: number;
}

/** One server that is a service with keys as well as an intake before it. */
async function withServer(
  { anonymous, known, late = 0 }: Gate,
  use: (baseUrl: string, requests: readonly string[]) => Promise<void>,
): Promise<void> {
  const requests: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    requests.push(`${request.method} ${request.url}`);
    const proof = request.headers.authorization;
    const isEvent = request.url === '/intake/v2/events';
    const isLate = requests.filter((one) => one.includes('events')).length < late + 2;
    const status = proof === undefined ? anonymous : isLate ? 401 : known;
    response.writeHead(isEvent ? status : 200, { 'content-type': 'application/json' });
    response.end(isEvent ? '' : '{"id":"k1","name":"ck-doctor","api_key":"s1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await use(`http://127.0.0.1:${port}`, requests);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function examine(
  baseUrl: string,
  hooks: Readonly<Partial<Record<HookName, HookTemplate>>> = {},
): ReturnType<typeof examineIntake> {
  const target = {
    base_url: baseUrl,
    headers: {},
    tls: { insecure: false },
    timeout_ms: 2000,
    secrets: [],
    intake: { url: baseUrl },
  };
  return examineIntake(target, { ...defaultProfile, hooks });
}

/** How events are taken, and which finding is a problem. */
const gates: readonly (readonly [string, Gate, RegExp | undefined])[] = [
  ['keys on', { anonymous: 401, known: 202 }, undefined],
  ['keys known after a while', { anonymous: 401, known: 202, late: 2 }, undefined],
  ['keys off', { anonymous: 202, known: 202 }, /requires API keys.*without a key.*enabled/],
  ['every key refused', { anonymous: 401, known: 403 }, /with an API key.*refused.*limit/],
  [
    'events in another form',
    { anonymous: 401, known: 400 },
    /refused.*intake\.event of the profile/,
  ],
];

for (const [what, gate, expected] of gates) {
  test(`doctor: an intake with ${what}`, async () => {
    await withServer(gate, async (baseUrl, requests) => {
      const findings = await examine(baseUrl);
      const problems = findings.filter(({ problem }) => problem !== undefined);
      assert.equal(problems.length, expected === undefined ? 0 : 1);
      const [first] = problems;
      if (expected !== undefined) assert.match(`${first?.what}: ${first?.problem}`, expected);
      assert.match(findings.at(-1)?.what ?? '', /wait in real time/);
      assert.equal(requests.at(-1), 'DELETE /_security/api_key', 'its key is left behind');
    });
  });
}

test('doctor: the clock of the intake is tried through its hook', async () => {
  await withServer({ anonymous: 401, known: 202 }, async (baseUrl, requests) => {
    const advanceIntakeClock = { method: 'POST', path: '/ahead/{duration}' };
    const findings = await examine(baseUrl, { advance_intake_clock: advanceIntakeClock });
    assert.ok(requests.includes('POST /ahead/1ms'));
    assert.equal(findings.at(-1)?.problem, undefined);
  });
});

test('doctor: an intake that is not there is a problem, and nothing else is asked', async () => {
  const findings = await examine('http://127.0.0.1:9');
  assert.equal(findings.length, 1);
  assert.match(findings[0]?.problem ?? '', /cannot be reached/);
});
