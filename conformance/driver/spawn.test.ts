import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { pause } from '../base/environment.ts';
import { spawnServer } from './spawn.ts';

const target = { headers: {}, tls: { insecure: false }, timeout_ms: 5000, secrets: [] };

/** A server that refuses so many requests with 503 before it is ready; its answers count all of them. */
function startsAfter(refused: number): readonly string[] {
  const program = `let count = 0; require('http').createServer((request, response) => {
    response.writeHead(++count <= ${refused} ? 503 : 200).end(String(count));
  }).listen(process.argv[1], '127.0.0.1')`;
  return [process.execPath, '-e', program, '{port}'];
}

test('a server that says that it is not ready is waited for', async () => {
  const server = await spawnServer({
    command: startsAfter(3),
    start_timeout_ms: 30_000,
    target,
    isStopping: () => false,
  });
  const count = await (await fetch(server.base_url)).text();
  await server.stop();
  assert.equal(count, '5');
});

test('a server that is never ready is left to the run when the time is over', async () => {
  const server = await spawnServer({
    command: startsAfter(Infinity),
    start_timeout_ms: 3000,
    target,
    isStopping: () => false,
  });
  assert.equal((await fetch(server.base_url)).status, 503);
  await server.stop();
});

test('a server that ends with an error while another one answers at its port is lost', async () => {
  const other = createServer((_, response) => void response.end('{}'));
  // It makes the other server listen at its port, and ends with an error as soon as this is answered.
  let answer = (): unknown => undefined;
  const helper = createServer((request, response) => {
    answer = () => response.end();
    other.listen(Number(request.url?.slice(1)), '127.0.0.1');
  });
  await new Promise<void>((resolve) => helper.listen(0, '127.0.0.1', resolve));
  const { port } = helper.address() as AddressInfo;
  const program = `fetch('http://127.0.0.1:${port}/' + process.argv[1]).then(() => process.exit(1))`;
  const server = await spawnServer({
    command: [process.execPath, '-e', program, '{port}'],
    start_timeout_ms: 30_000,
    target,
    isStopping: () => false,
  });
  answer();
  const until_ms = Date.now() + 20_000;
  while (isRunning(server.pid) && Date.now() < until_ms) await pause(20);
  await assert.rejects(server.stop(), /ended, and another server answers in its place/);
  for (const one of [other, helper]) one.close();
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a Node program that never comes, and returns why. */
async function refusalOf(program: string): Promise<string> {
  const command = [process.execPath, '-e', program];
  const options = { command, start_timeout_ms: 30_000, target, isStopping: () => false };
  return spawnServer(options).then(
    () => 'it came',
    (error: unknown) => String(error),
  );
}

test('a server that prints without the end of a line is not read forever', async () => {
  const program = `const more = () => process.stdout.write('x'.repeat(65536), more); more()`;
  assert.match(await refusalOf(program), /characters without the end of a line/);
});

test('a server does not get the secret of the kit', async () => {
  process.env['SEARCH_CONFORMANCE_SECRET'] = 'correct-horse';
  const program = `console.log(Object.keys(process.env).filter((name) => name.endsWith('_SECRET')).length)`;
  const refusal = await refusalOf(program);
  delete process.env['SEARCH_CONFORMANCE_SECRET'];
  assert.match(refusal, /not a base URL: 0/);
});

test(
  'what a server has started in a session of its own ends with it',
  { skip: process.platform !== 'linux' },
  async () => {
    const [program, , script = '', port = ''] = startsAfter(0);
    const child = `require('child_process').spawn('sleep', ['300'], { detached: true, stdio: 'ignore' })`;
    const answer = script.replace('String(count)', 'String(child.pid)');
    const server = await spawnServer({
      command: [`${program}`, '-e', `const child = ${child}; ${answer}`, port],
      start_timeout_ms: 30_000,
      target,
      isStopping: () => false,
    });
    const pid = Number(await (await fetch(server.base_url)).text());
    assert.ok(runs(pid));
    await server.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(!runs(pid));
  },
);

test('ports are not of the range that systems give to clients', async () => {
  const ports: number[] = [];
  for (let each = 0; each < 3; each++) {
    const server = await spawnServer({
      command: startsAfter(0),
      start_timeout_ms: 30_000,
      target,
      isStopping: () => false,
    });
    ports.push(Number(new URL(server.base_url).port));
    await server.stop();
  }
  assert.equal(new Set(ports).size, 3);
  for (const port of ports) assert.ok(port >= 12_000 && port < 32_000, `${port}`);
});

/** True unless a process has ended; nobody may have noticed its end. */
function runs(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
