import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const script = `
  const { processStreams } = await import(process.argv[1]);
  const { out } = processStreams();
  out.write(JSON.stringify([out.isTerminal, out.colours]));
`;
const moduleUrl = new URL('output.js', import.meta.url).href;

/** Whether standard output is a terminal and has colours, in a process that writes to a pipe. */
function throughPipe(env: Readonly<Record<string, string>>): unknown {
  const { FORCE_COLOR: _forced, NO_COLOR: _none, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env }, encoding: 'utf8' } as const;
  const argv = ['--input-type=module', '-e', script, moduleUrl];
  return JSON.parse(spawnSync(process.execPath, argv, options).stdout);
}

test('a pipe gets no colours, in CI neither, unless they are forced', () => {
  assert.deepEqual(throughPipe({ CI: 'true' }), [false, false]);
  assert.deepEqual(throughPipe({ FORCE_COLOR: '1' }), [false, true]);
  assert.deepEqual(throughPipe({ FORCE_COLOR: '1', NO_COLOR: '1' }), [false, false]);
});
