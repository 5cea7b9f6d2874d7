import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Incomplete, Violation } from '../base/errors.ts';
import { runMethod, runPaths } from '../driver/intake.ts';
import { openTargetClient } from './target-client.ts';

const base = { base_url: 'http://127.0.0.1:9', headers: {}, tls: { insecure: false }, secrets: [] };

/** Verifies a key by a program of this text. */
async function verify(script: string, timeout_ms = 20_000): Promise<readonly [number, string]> {
  const command = [process.execPath, '-e', script, '--'];
  const client = openTargetClient({ ...base, timeout_ms, intake: { command } }, () => false);
  const headers = { authorization: 'ApiKey a;b $HOME' };
  const wire = { method: runMethod, path: runPaths.verify, headers };
  const { status, body } = await client.send(wire);
  return [status, Buffer.from(body).toString('utf8')];
}

test('the command gets the credential as one word, whatever is in it', async () => {
  const [status, text] = await verify('console.log(process.argv.slice(1).join("|"))');
  assert.deepEqual([status, text], [200, 'apikey|verify|--credentials|a;b $HOME\n']);
});

test('a command that ends badly is answered like a refusal', async () => {
  assert.deepEqual(await verify('console.error("no"); process.exitCode = 3'), [400, 'no\n']);
});

test('a command that does not end is given up', async () => {
  await assert.rejects(verify('setInterval(() => 0, 1000)', 300), Violation);
});

test('without a command, nothing can be run', async () => {
  const client = openTargetClient({ ...base, timeout_ms: 1000 }, () => false);
  const wire = { method: runMethod, path: runPaths.start, headers: {}, body: '{}' };
  await assert.rejects(client.send(wire), Incomplete);
});
