import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Incomplete, Violation } from '../base/errors.ts';
import { type CommandRun, openIntakeCommand } from './intake-command.ts';

const base = { base_url: 'http://127.0.0.1:9', headers: {}, tls: { insecure: false }, secrets: [] };

/** Verifies a key with a program that runs this source text. */
function verify(script: string, timeout_ms = 20_000): Promise<CommandRun> {
  const command = [process.execPath, '-e', script, '--'];
  const target = { ...base, timeout_ms, intake: { command } };
  return openIntakeCommand(target, () => false).verify('a;b $HOME');
}

test('the command receives the credential as one argument, and the record hides it', async () => {
  const run = await verify('console.log(process.argv.slice(1).join("|"))');
  assert.equal(run.exitCode, 0);
  assert.equal(run.output, 'apikey|verify|--credentials|a;b $HOME\n');
  assert.deepEqual(run.command.slice(-4), ['apikey', 'verify', '--credentials', '***']);
});

test('the run of a failed command has its exit code and stderr', async () => {
  const run = await verify('console.error("no"); process.exitCode = 3');
  assert.deepEqual([run.exitCode, run.output], [3, 'no\n']);
});

test('a command that exceeds its time limit is a violation', async () => {
  await assert.rejects(verify('setInterval(() => 0, 1000)', 300), Violation);
});

test('a verification without a command is incomplete', async () => {
  const command = openIntakeCommand({ ...base, timeout_ms: 1000 }, () => false);
  await assert.rejects(command.start({}), Incomplete);
  await assert.rejects(command.verify('a'), Incomplete);
});
