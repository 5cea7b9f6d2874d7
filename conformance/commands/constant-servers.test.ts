import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownSuite } from '../run/suite.ts';
import { type Captured, capture } from '../testing/capture.ts';

const folder = mkdtempSync(join(tmpdir(), 'ck-test-'));
const profile = join(folder, 'constant.yaml');
writeFileSync(
  profile,
  'name: constant\noptions: { visibility_timeout: 50ms, poll_interval: 20ms }\n',
);

/** Chapters in which scenarios have been seen to pass on such servers. */
const chapters = ['copy-to', 'from-size', 'lifecycle', 'rollover', 'roles', 'versioning'];

const hit = { _index: 'a', _id: '1', _score: 1, _source: { a: 1 } };
const found = {
  took: 1,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { total: { value: 1, relation: 'eq' }, max_score: 1, hits: [hit] },
  _scroll_id: 'x',
  pit_id: 'x',
  id: 'x',
};

/** Servers that answer the same to every request, or the request itself. */
const servers: Readonly<Record<string, (response: ServerResponse, body: Buffer) => unknown>> = {
  '501 with a reason': (response) => send(response, 501, '{"error":"not implemented"}'),
  '400 with a reason': (response) => send(response, 400, '{"error":"wrong"}'),
  'an empty object': (response) => send(response, 200, '{}'),
  'an empty body': (response) => send(response, 200, ''),
  'one search response': (response) => send(response, 200, JSON.stringify(found)),
  'the body of the request': (response, body) => send(response, 200, body.toString() || '{}'),
};

for (const [what, answer] of Object.entries(servers)) {
  test(`nothing passes on a server that answers ${what} to everything`, async () => {
    const json = join(folder, 'report.json');
    const { code } = await runAgainst(answer, ['--chapter', ...chapters, '--json', json]);
    const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
    const passed = report.scenarios.filter(({ outcome }) => outcome === 'passed');
    assert.deepEqual(
      passed.map(({ id, name }) => `${id} ${name}`),
      [],
    );
    assert.ok(code === 1 || code === 3, `exit code ${code}`);
  });
}

test('a failure is put down to the request whose answer is wrong, not to the last one', async () => {
  const { out } = await runAgainst(
    (response) => send(response, 200, '{}'),
    ['--clause', 'index.other-field-types'],
  );
  assert.match(out, /✗ POST \/\{target\}\/_search: the response breaks its schema/);
  assert.doesNotMatch(out, /_mapping: the response breaks/);
});

/** Runs scenarios of the kit against a server that answers everything in one way. */
async function runAgainst(
  answer: (response: ServerResponse, body: Buffer) => unknown,
  flags: readonly string[],
): Promise<Captured> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => answer(response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const target = ['--base-url', `http://127.0.0.1:${port}`, '--profile', profile];
  const captured = await capture(['run', ...target, ...flags], {}, ownSuite());
  server.closeAllConnections();
  server.close();
  return captured;
}

interface Report {
  readonly scenarios: readonly {
    readonly id: string;
    readonly name: string;
    readonly outcome: string;
  }[];
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}
