import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { lastLine } from '../testing/capture.ts';
import { cliModule } from '../testing/suite.ts';

/** Servers that keep a run waiting, after its probe. */
const slow: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  'wants ten seconds before the next request': (response) =>
    response.writeHead(429, { 'retry-after': '10' }).end('{}'),
  'never answers': () => undefined,
  'answers with 100,000 objects': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(large),
};

const hits = Array.from({ length: 100_000 }, (_, at) => ({ _index: 'a', _id: `${at}`, _score: 1 }));
const large = JSON.stringify({
  took: 1,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { total: { value: 100_000, relation: 'eq' }, max_score: 1, hits },
});

const flags = process.execArgv.filter((flag) => !flag.startsWith('--test'));
const commands = {
  run: ['run', '--clause', 'search.fine', 'search.wrong'],
  fuzz: ['fuzz', '--runs', '5', '--property', 'walks-agree'],
  clean: ['clean'],
  diff: ['diff', '--against', '{url}', '--runs', '5'],
};
const lastLines: Readonly<Record<string, RegExp>> = {
  clean: /^0 removed, \d problems$/,
  diff: /./,
};

for (const [what, answer] of Object.entries(slow)) {
  for (const [command, argv] of Object.entries(commands)) {
    test(`${command} stops within five seconds if the server ${what}`, async () => {
      let waiting = (): void => undefined;
      const isWaiting = new Promise<void>((resolve) => (waiting = resolve));
      const server = createServer((request, response) => {
        request.resume();
        const { url = '', method } = request;
        if (url === '/' || url.includes('-probe')) {
          const isUnknown = method === 'POST';
          response.writeHead(isUnknown ? 404 : 200, { 'content-type': 'application/json' });
          response.end(isUnknown ? JSON.stringify({ error: url }) : '{"hits":{"hits":[]}}');
          return;
        }
        answer(response);
        waiting();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      const words = [...argv.map((word) => word.replace('{url}', url)), '--base-url', url];
      const child = spawn(process.execPath, [...flags, cliModule, ...words], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      await isWaiting;
      const sent_ms = Date.now();
      child.kill('SIGTERM');
      const code = await new Promise((resolve) => child.once('close', resolve));
      const took_ms = Date.now() - sent_ms;
      server.closeAllConnections();
      server.close();
      assert.equal(code, 130, out);
      assert.ok(took_ms < 5000, `${took_ms} ms`);
      assert.match(lastLine(out), lastLines[command] ?? /^0 passed, 0 failed, \d+ skipped$/);
    });
  }
}
