import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';
import { lineSender, basic, exchange } from '../testing/client.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

/** The command next to this test, as source or compiled. */
const command = fileURLToPath(import.meta.url).replace('main.test.', 'main.');
const elastic = basic('elastic', 'changeme');

function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  return spawn(process.execPath, [...process.execArgv, command, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const child = run(args, variables);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

describe('the command of the intake', () => {
  const folder = temporaryFolder();
  let reference: RunningServer | undefined;
  let key = '';
  before(async () => {
    reference = await startReference({ superuser: { username: 'elastic', password: 'changeme' } });
    const send = lineSender(() => reference?.url ?? '');
    const apm = { application: 'apm', privileges: ['event:write'], resources: ['*'] };
    const body = { name: 'agent', role_descriptors: { agent: { applications: [apm] } } };
    const response = await send('POST /_security/api_key', { as: elastic, body });
    key = JSON.parse(response.text).encoded;
  });
  after(() => reference?.stop());

  const lines = {
    config: 'Authorized for privilege "config_agent:read"...: No\n',
    event: 'Authorized for privilege "event:write"...: Yes\n',
    sourcemap: 'Authorized for privilege "sourcemap:write"...: No\n',
  };
  it('shows the privileges of a key, which is an argument or in the environment', async () => {
    const verify = ['apikey', 'verify', '--service-url', reference?.url ?? ''];
    const output = lines.config + lines.event + lines.sourcemap;
    const expected = { code: 0, output, errors: '' };
    assert.deepEqual(await ended([...verify, '--credentials', key]), expected);
    assert.deepEqual(await ended(verify, { INTAKE_SERVER_CREDENTIALS: key }), expected);
  });

  it('has an exit code for each kind of failure', async () => {
    const verify = (credentials: string, url = reference?.url ?? '') =>
      ended(['apikey', 'verify', '--credentials', credentials, '--service-url', url]);
    const unknown = Buffer.from('id:secret').toString('base64');
    for (const wrong of [unknown, 'id:secret', '!']) {
      const { code, output, errors } = await verify(wrong);
      assert.deepEqual([code, output], [1, '']);
      assert.ok(errors.startsWith('intake-server: ') && !errors.includes(wrong));
    }
    assert.equal((await verify(key, 'http://127.0.0.1:1')).code, 3);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const usage = [
      // Nobody writes to it.
      [['--config', pipe], /cannot read .*no file/],
      [['apikey', 'verify'], /--credentials/],
      [['--flag'], /unknown option '--flag'/],
      [['-E', 'intake-server.auth.api_key.limit=0'], /limit\] in -E must be an integer from 1/],
      [
        ['-E', 'intake-server.auth.apikey.limit=1'],
        /unknown setting \[intake-server.auth.apikey.limit\]/,
      ],
      [['-E', 'port'], /-E must be name=value/],
      [['--port', 'x'], /port\] in --port must be an integer/],
      [['--config', join(folder, 'none')], /cannot read .*ENOENT/],
      [['--config', '/dev/zero'], /cannot read .*no file/],
      [['--service-url', 'http://u:secret@localhost'], /must not contain credentials/],
      [['--service-url', 'http://u:secret@localhost:99999'], /must not contain credentials/],
      [['--service-url', 'ftp://u:sec/ret@localhost'], /must not contain credentials/],
      [['-E', '\u001b[2J=1'], /unknown setting \[\\u001b\[2J\]/],
      [['--\u202e'], /unknown option '--\\u202e'/],
    ] as const;
    for (const [args, message] of usage) {
      const { code, errors } = await ended(args);
      assert.equal(code, 2, args.join(' '));
      assert.match(errors, message);
      assert.match(errors, /^[\n -~]*$/);
      assert.doesNotMatch(errors, /secret|sec\/ret/);
    }
  });

  it('shows what a strange search service answers as escapes, and reads no endless answer', async () => {
    let sent = 0;
    const strange = createServer((request, response) => {
      if (request.headers.authorization === 'ApiKey aTpzaG93') {
        response.end('\u001b]0;title\u0007\u009b31m\u202e\n!');
        return;
      }
      if (request.headers.authorization === 'ApiKey aTptYW55') {
        response.end(`[${'0,'.repeat(20_000)}0]`);
        return;
      }
      response.on('error', () => undefined);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    await once(strange.listen(0, '127.0.0.1'), 'listening');
    const { port } = strange.address() as AddressInfo;
    const verify = (credentials: string) =>
      ended(
        `--service-url http://127.0.0.1:${port} apikey verify --credentials ${Buffer.from(credentials).toString('base64')}`.split(
          ' ',
        ),
      );
    const shown = await verify('i:show');
    assert.equal(shown.code, 3);
    assert.match(
      shown.errors,
      /^intake-server: the search service does not answer: [ -~]*\\u001b[ -~]*\n$/,
    );
    const many = await verify('i:many');
    assert.match(many.errors, /more than the \[20000\] values/);
    const endless = await verify('i:endless');
    assert.equal(endless.code, 3);
    assert.match(endless.errors, /its answer is longer than 262144 bytes\n$/);
    assert.ok(sent < 64 * 2 ** 20, `${sent} bytes`);
    strange.closeAllConnections();
    strange.close();
  });

  it('serves with the settings of a file, lets a test move the clock, and stops on SIGTERM', async () => {
    const file = join(folder, 'intake.yml');
    const nested = 'intake-server:\n  auth.api_key:\n    enabled: true\n    limit: 5\n';
    writeFileSync(file, `${nested}  service.url: ${reference?.url}\n`);
    const args = ['--config', file, '--port', '0', '--test-control', '-E'];
    const variables = { INTAKE_SERVER_SERVICE_AUTHORIZATION: elastic };
    const child = run([...args, 'intake-server.auth.api_key.limit=1'], variables);
    const url = await firstLine(child);
    const statusOf = async (credential: string) => {
      const headers = { authorization: `ApiKey ${credential}` };
      const path = '/config/v1/agents?service.name=x';
      return (await exchange(url, { path, headers })).status;
    };
    assert.equal(await statusOf(Buffer.from('id:secret').toString('base64')), 401);
    assert.equal(await statusOf(key), 503);
    const clock = { method: 'POST', path: '/_test/clock', body: '{"advance":"1m"}' };
    assert.equal((await exchange(url, clock)).status, 200);
    assert.equal((await exchange(url, { ...clock, body: '{"advance":1}' })).status, 400);
    for (const headers of [{ origin: 'http://evil.example' }, { host: 'evil.example' }]) {
      assert.equal((await exchange(url, { ...clock, headers })).status, 403);
    }
    assert.equal(await statusOf(key), 403);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
});

async function firstLine(child: ReturnType<typeof run>): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('the intake printed nothing');
}
