import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { capture, lastLine } from '../testing/capture.ts';
import { cliModule } from '../testing/suite.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

function page(status: number, type: string, body: string): Answer {
  return (response) => void response.writeHead(status, { 'content-type': type }).end(body);
}

function asking(scheme: string): Answer {
  return (response) => void response.writeHead(401, { 'www-authenticate': scheme }).end('{}');
}

/** Servers that cannot be tested as the flags say, and the one line about them. */
const refused: readonly (readonly [string, Answer, RegExp])[] = [
  [
    'wants credentials',
    asking('Basic realm="security", ApiKey'),
    /401 and asks for Basic, ApiKey: it needs credentials; use --auth basic or --auth apikey/,
  ],
  ['wants them without a scheme', page(401, 'text/plain', ''), /401 without a scheme.*use --auth/],
  [
    'is a site',
    page(200, 'text/html', '<!doctype html>'),
    /PUT \/<index> and POST \/_security\/api_key are answered with 200/,
  ],
  [
    'has no such path',
    page(404, 'text/html', '<html>'),
    /answered with 404 \(text\/html\); correct/,
  ],
  ['is a gateway', page(404, 'application/json', '{"message":"no route"}'), /correct the host/],
  [
    'redirects',
    (response) => void response.writeHead(302, { location: 'https://else/?token=secret' }).end(),
    /answered with 302 to https:\/\/else\/;/,
  ],
];

for (const command of ['run', 'fuzz']) {
  for (const [what, answer, message] of refused) {
    test(`${command} ends with one line and code 2 for a server that ${what}`, async () => {
      const { code, err, out, paths } = await tried(command, answer);
      assert.match(err, message);
      assert.equal(err.trimEnd().split('\n').length, 1);
      assert.doesNotMatch(err + out, /token/);
      assert.equal(code, 2);
      assert.ok(paths.length <= 4, 'a few requests are enough');
    });
  }
}

/** Servers that answer the probe with something that a legal server may answer. */
const taken: Readonly<Record<string, Answer>> = {
  'names the index in a 404': (response, { url }) =>
    page(404, 'application/json', JSON.stringify({ reason: url }))(response, {} as IncomingMessage),
  'has no body in a 404 but creates indices': (response, { url = '' }) =>
    void response.writeHead(url.endsWith('/_search') ? 404 : 200).end(),
  'searches only by GET': (response, { method = '', url = '' }) => {
    const isUnknown = url.endsWith('/_search') && method !== 'GET';
    return void response.writeHead(isUnknown ? 405 : 200).end('{"hits":{"hits":[]}}');
  },
};

for (const [what, answer] of Object.entries(taken)) {
  test(`the probe leaves a server to the run that ${what}`, async () => {
    const { code, err, paths } = await tried('run', answer);
    assert.doesNotMatch(err, /error:/);
    assert.ok(code === 1 || code === 3);
    const removed = paths.filter((path) => /^DELETE \/ck-.*-probe$/.test(path));
    assert.equal(removed.length, what.includes('404') && !what.includes('creates') ? 0 : 1);
  });
}

for (const type of ['application/json', 'text/html']) {
  test(`a server that is not ready yet says so as ${type}: nothing is judged`, async () => {
    const { code, out, paths } = await tried('run', page(503, type, '<html>{}'));
    assert.match(out, /answers 503 to PUT \/<index> and GET .*: it is not ready, or a gateway/);
    assert.match(lastLine(out), /^0 passed/);
    assert.equal(code, 4);
    assert.ok(paths.length <= 4, 'a few requests are enough');
  });
}

/** Servers that cannot do what nearly every scenario needs, and the first words about them. */
const unable: readonly (readonly [string, Answer, RegExp])[] = [
  ['501', page(501, 'text/plain', 'no'), /^PUT \/<index> is answered with 501 no; nearly every/m],
  [
    '{}',
    page(200, 'application/json', '{}'),
    /^GET \/<index>\/_search is answered with 200 \{\};/m,
  ],
];

for (const [what, answer, words] of unable) {
  test(`the probe says what fails: ${what}`, async () => {
    const { out } = await tried('run', answer);
    assert.match(out, words);
  });
}

test('a server that is not there is named with the next step', async () => {
  const { code, out, err } = await capture(['run', '--base-url', 'http://127.0.0.1:1']);
  assert.doesNotMatch(err, /no server answers/, 'it is said once');
  assert.match(
    out,
    /no server answers at http:\/\/127\.0\.0\.1:1: .*\(nothing listens there: start/,
  );
  assert.match(lastLine(out), /^0 passed/);
  assert.equal(code, 4);
});

test('a server that accepts requests and never answers is named at once, and what is wrong when the time is over', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const { code, out } = await capture(['run', '--base-url', url]);
  server.closeAllConnections();
  server.close();
  const [first = ''] = out.split('\n');
  assert.ok(first.includes(`against ${url}`));
  assert.match(out, /no server answers at .* \(it does not answer GET \/ in time/);
  assert.equal(code, 4);
});

test('http:// to a server that speaks TLS, and the reverse, name the other', async () => {
  const { code, out } = await tried('run', page(200, 'application/json', '{}'), {
    protocol: 'https',
  });
  assert.match(out, /no server answers at \S+: the server does not speak TLS there: try http:/);
  assert.equal(code, 4);
});

test('a wrong flag is the only thing that is said, whatever the probe finds later', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const argv = ['run', '--base-url', `http://127.0.0.1:${port}`, '--report', 'jsonn=a'];
  const flags = process.execArgv.filter((flag) => !flag.startsWith('--test'));
  const child = spawn(process.execPath, [...flags, cliModule, ...argv]);
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    // Only now the probe fails.
    if (text.includes('error: ')) server.closeAllConnections();
  });
  const [code] = (await once(child, 'close')) as readonly unknown[];
  server.close();
  const lines = text.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line.slice(0, 15)),
    ['error: --report'],
  );
  assert.equal(code, 2);
});

/** Answers to `GET /` that nobody can read to their end, and what is said of them. */
const unreadable: readonly (readonly [string, Answer, RegExp])[] = [
  [
    'is endless',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = setInterval(() => response.write('{'), 10);
      response.on('close', () => clearInterval(more));
    },
    /answers GET \/ in a way that cannot be read: its body does not end within 5000 ms/,
  ],
  [
    'explodes',
    (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(100_000_000)));
    },
    /cannot be read: its body has more than \d+ bytes/,
  ],
];

for (const [what, answer, words] of unreadable) {
  test(`a body of GET / that ${what} is called what it is`, async () => {
    const { code, out } = await tried('run', answer, { root: answer });
    assert.match(out, words);
    assert.equal(code, 4);
  });
}

test('a server that does nothing below a path ends with a hint to the path', async () => {
  const { code, err, paths } = await tried('run', page(501, 'text/plain', 'no'), { path: '/api' });
  assert.match(err, /answered with 501 .*correct the host or the path of --base-url/);
  assert.equal(code, 2);
  assert.ok(paths.length <= 4, 'a few requests are enough');
});

/** Where a server is, and how it answers `GET /`. */
interface Place {
  readonly protocol?: string;
  readonly path?: string;
  readonly root?: Answer;
}

async function tried(command: string, answer: Answer, place: Place = {}) {
  const { protocol = 'http', path = '', root = page(200, 'application/json', '{}') } = place;
  const paths: string[] = [];
  const server = createServer((request, response) => {
    if (request.url !== `${path}/`) {
      paths.push(`${request.method} ${request.url}`);
      answer(response, request);
    } else {
      root(response, request);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const selection = command === 'run' ? ['--clause', 'search.fine'] : ['--runs', '1'];
  const flags = ['--base-url', `${protocol}://127.0.0.1:${port}${path}`, ...selection];
  const captured = await capture([command, ...flags]);
  server.closeAllConnections();
  server.close();
  return { ...captured, paths };
}
