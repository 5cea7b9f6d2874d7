import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined } from '../base/errors.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ownSuite } from '../run/suite.ts';
import { type Captured, capture } from '../testing/capture.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

/** Answers a request; `body` is the body of the request. */
type Answer = (response: ServerResponse, body: Buffer, request: IncomingMessage) => unknown;

const hit = { _index: 'a', _id: '1', _score: 1, _source: { a: 1 } };
const found = JSON.stringify({
  took: 1,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { total: { value: 1, relation: 'eq' }, max_score: 1, hits: [hit] },
  _scroll_id: 'x',
  pit_id: 'x',
  id: 'x',
});

const refusals = [400, 403, 404, 501] as const;
const json = 'application/json';

/** Servers that answer the same to every request, or the request itself, or with a refusal. */
const constantServers: Readonly<Record<string, Answer>> = {
  'an empty object': (response) => send(response, 200, '{}'),
  'an empty body': (response) => send(response, 200, ''),
  'one search response': (response) => send(response, 200, found),
  'one search response as a page': (response, _, request) => {
    const isProbe = isProbeOf(request);
    sendAs(response, isProbe ? json : 'text/html', { status: 200, body: found });
  },
  'the body of the request': (response, body) => send(response, 200, body.toString() || '{}'),
  ...Object.fromEntries(
    refusals.map((status) => [
      `${status} with a reason`,
      (response: ServerResponse, _: Buffer, request: IncomingMessage) =>
        send(response, isProbeOf(request) ? 501 : status, '{"error":"no"}'),
    ]),
  ),
  'a refusal of any status': (response, _, request) => {
    const { length } = request.url ?? '';
    const status = isProbeOf(request) ? 501 : (refusals[length % refusals.length] ?? 501);
    send(response, status, '{"error":"no"}');
  },
};

/** True for the request before the first scenario: what is no search service at all is not judged. */
function isProbeOf({ url = '' }: IncomingMessage): boolean {
  return /-probe\b/.test(url);
}

/** The part of a report that the checks of constant servers read. */
interface Report {
  readonly scenarios: readonly {
    readonly id: string;
    readonly name: string;
    readonly outcome: string;
    readonly exchanges: readonly unknown[];
  }[];
}

/** A run against a server that answers everything in one way. */
interface ConstantRun extends Captured {
  /** The scenarios that passed. */
  readonly passed: readonly string[];
  /** Number of scenarios that sent requests and did not pass. */
  readonly refuted: number;
}

/** Runs scenarios of the kit against a server that answers everything in one way. */
async function passingOn(answer: Answer, flags: readonly string[]): Promise<ConstantRun> {
  const folder = temporaryFolder();
  const file = join(folder, 'report.json');
  const profile = join(folder, 'constant.yaml');
  writeFileSync(
    profile,
    'name: constant\noptions: { visibility_timeout: 50ms, poll_interval: 20ms }\n',
  );
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => answer(response, body, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const target = ['--base-url', `http://127.0.0.1:${port}`, '--profile', profile, '--json', file];
  try {
    const captured = await capture(['run', ...target, ...flags], {}, ownSuite());
    const { scenarios } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const passed = scenarios.filter(({ outcome }) => outcome === 'passed');
    const refuted = scenarios.filter(
      ({ outcome, exchanges }) => outcome !== 'passed' && exchanges.length > 0,
    );
    return {
      ...captured,
      passed: passed.map(({ id, name }) => `${id} ${name}`),
      refuted: refuted.length,
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: string): void {
  sendAs(response, json, { status, body });
}

function sendAs(
  response: ServerResponse,
  type: string,
  { status, body }: { readonly status: number; readonly body: string },
): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}

/** Each server sees another part of half of the suite. */
const servers = [
  'one search response',
  'one search response as a page',
  'a refusal of any status',
  'an empty object',
  'an empty body',
  'the body of the request',
];

for (const [at, what] of servers.entries()) {
  test(`nothing passes on a server that answers ${what} to everything`, async () => {
    const values = at === 0 ? [] : ['--values', '0'];
    const part = ['--shard', `${at + 1}/${2 * servers.length}`, ...values];
    const { code, passed, refuted } = await passingOn(defined(constantServers[what], what), part);
    assert.deepEqual(passed, []);
    assert.ok(refuted > 50, `${refuted} scenarios sent requests`);
    assert.ok(code === 1 || code === 3, `exit code ${code}`);
  });
}

test('what every JSON response satisfies does not pass on a server with one search response', async () => {
  const answer = defined(constantServers['one search response'], 'server');
  const clauses = ['index.response-is-json', 'search.statistics-are-json'];
  const { passed, refuted } = await passingOn(answer, ['--clause', ...clauses]);
  assert.deepEqual(passed, []);
  assert.ok(refuted >= clauses.length, `${refuted} scenarios sent requests`);
});

test('a failure is put down to the request whose answer is wrong, not to the last one', async () => {
  const answer = defined(constantServers['an empty object'], 'server');
  const { out } = await passingOn(answer, ['--clause', 'index.other-field-types']);
  assert.match(out, /✗ POST \/\{target\}\/_search: took is missing/);
  assert.doesNotMatch(out, /✗ GET \S*_mapping/);
});
