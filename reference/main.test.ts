import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exchange } from './testing/client.ts';

/** The command next to this test, as source or compiled. */
const command = fileURLToPath(import.meta.url).replace('main.test.', 'main.');

/** Windows kills the children of a process in other ways. */
const noSignals = process.platform === 'win32' && 'only on systems with signals';

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

describe('the command that starts the reference', () => {
  it('prints its base URL on the first line, and stops on SIGTERM', async () => {
    const child = run(['--port', '0']);
    const url = await firstLine(child);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal((await exchange(url, { path: '/' })).status, 200);
    assert.equal((await exchange(url, { path: '/_test/state' })).status, 400);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  for (const program of [command, command.replace('main.', 'intake/main.')]) {
    it(`prints the version and the help of ${program.includes('intake') ? 'the intake' : 'the reference'}, also if nobody reads it`, async () => {
      const shown = await end(spawn(process.execPath, [...process.execArgv, program, '--version']));
      assert.match(shown.output, /^\d+\.\d+\.\d+\n$/);
      const child = spawn(process.execPath, [...process.execArgv, program, '--help']);
      child.stdout.destroy();
      const { code, errors } = await end(child);
      assert.deepEqual([code, errors], [0, '']);
    });
  }

  it('lets a test move the clock with --test-control', async () => {
    const child = run(['--port', '0', '--test-control']);
    const url = await firstLine(child);
    const headers = { 'content-type': 'application/json' };
    const now = async () => JSON.parse((await exchange(url, { path: '/_test/state' })).text).now;
    const before = await now();
    const sent = { method: 'POST', path: '/_test/clock', headers, body: '{"advance":"7d"}' };
    assert.equal((await exchange(url, sent)).status, 200);
    assert.ok((await now()) - before >= 7 * 86_400_000);
    assert.equal((await exchange(url, { ...sent, body: '{"advance":"-1"}' })).status, 400);
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('requires credentials with --security; the password comes from the environment, or is generated and shown', async () => {
    const passwords = [
      [{ SEARCH_REFERENCE_PASSWORD: 'a secret' }, /^$/],
      [{}, /^search-reference: password of \[elastic\], shown only now: (\S{24})\n$/],
    ] as const;
    for (const [variables, report] of passwords) {
      const child = run(['--port', '0', '--security'], variables);
      let errors = '';
      child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      const url = await firstLine(child);
      assert.equal((await exchange(url, { path: '/' })).status, 401);
      const password = report.exec(errors)?.[1] ?? 'a secret';
      assert.match(errors, report);
      const authorization = `Basic ${Buffer.from(`elastic:${password}`).toString('base64')}`;
      assert.equal((await exchange(url, { path: '/', headers: { authorization } })).status, 200);
      child.kill('SIGTERM');
      assert.deepEqual(await once(child, 'exit'), [0, null]);
    }
  });

  it('refuses an unacceptable password without repeating it', async () => {
    const ended = await end(run(['--security'], { SEARCH_REFERENCE_PASSWORD: 'short' }));
    assert.equal(ended.code, 2);
    assert.match(ended.errors, /SEARCH_REFERENCE_PASSWORD .* at least \[6\] characters/);
    assert.doesNotMatch(ended.errors, /\bshort\b/);
  });

  const refusals: readonly (readonly [args: readonly string[], errors: RegExp])[] = [
    [
      ['--por', '1'],
      /^error: unknown option '--por' \(Did you mean --port\?\); --help lists the flags\n$/,
    ],
    [['--port', '65536'], /0 to 65535/],
    [['--compat', 'solr'], /elasticsearch/],
    [['--shape', 'no-row'], /--shape needs --test-control/],
    [['serve'], /too many arguments/],
    [['check', '--data', 'x', '--dta'], /unknown option '--dta'/],
    [['check'], /required option '--data <folder>' not specified/],
  ];
  for (const [args, errors] of refusals) {
    it(`refuses ${args.join(' ')} with exit code 2 and one line`, async () => {
      const ended = await end(run(args));
      assert.equal(ended.code, 2);
      assert.match(ended.errors, errors);
      assert.match(ended.errors, /^error: .*; --help lists the flags\n$/);
      assert.equal(ended.output, '');
    });
  }

  it('stops with --with-parent when its standard input ends', async () => {
    const child = run(['--port', '0', '--with-parent']);
    await firstLine(child);
    child.stdin?.end();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('stops with --with-parent when its parent is killed', { skip: noSignals }, async () => {
    const starter = `
      import { spawn } from 'node:child_process';
      spawn(process.execPath, process.argv.slice(1), { stdio: ['ignore', 'inherit', 'inherit'] });
      setInterval(() => undefined, 1000);`;
    const started = [...process.execArgv, command, '--port', '0', '--with-parent'];
    const own = ['--input-type=module', '--eval', starter, '--'];
    const parent = spawn(process.execPath, [...own, ...started]);
    const url = await firstLine(parent);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    for (let isUp = true; isUp;) {
      isUp = await exchange(url, { path: '/' }).then(
        () => true,
        () => false,
      );
    }
  });

  it('reports that another program uses the port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const ended = await end(run(['--port', String(port)]));
    other.close();
    assert.equal(ended.code, 1);
    assert.match(ended.errors, new RegExp(`127.0.0.1:${port}: another program listens there`));
  });

  it('names the file that an incomplete installation lacks', async () => {
    const hideDescription = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { readFileSync } = fs;
      fs.readFileSync = (path, ...rest) =>
        readFileSync(String(path).endsWith('openapi.json') ? '/absent/openapi.json' : path, ...rest);
      syncBuiltinESMExports();`;
    const module = `data:text/javascript,${encodeURIComponent(hideDescription)}`;
    const ended = await end(run(['--port', '0'], { NODE_OPTIONS: `--import=${module}` }));
    assert.equal(ended.code, 1);
    assert.match(ended.errors, /^search-reference: cannot start: ENOENT.*openapi\.json/);
  });
});

function run(args: readonly string[], variables: NodeJS.ProcessEnv = {}): ChildProcess {
  const { SEARCH_REFERENCE_PASSWORD: _, ...inherited } = process.env;
  const env = { ...inherited, ...variables };
  return spawn(process.execPath, [...process.execArgv, command, ...args], { stdio: 'pipe', env });
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  assert.ok(stdout !== null);
  const [line] = (await once(createInterface(stdout), 'line')) as [string];
  return line;
}

async function end(child: ChildProcess): Promise<Ended> {
  const text = { output: '', errors: '' };
  child.stdout?.on('data', (chunk: Buffer) => (text.output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text.errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...text };
}
