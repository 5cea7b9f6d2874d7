import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../base/errors.ts';
import { settingArguments, splitCommand } from './target.ts';

for (const [line, expected] of [
  ['node main.js  --port {port}', ['node', 'main.js', '--port', '{port}']],
  [`"/a b/node" 'x y' --url='{base_url}'`, ['/a b/node', 'x y', '--url={base_url}']],
  ['run $HOME;ls', ['run', '$HOME;ls']],
] as const) {
  test(`splits ${line} into words`, () => assert.deepEqual(splitCommand(line), expected));
}

for (const line of ['', '  ', 'node "main.js', "it's"]) {
  test(`refuses the command ${line}`, () => assert.throws(() => splitCommand(line), UsageError));
}

test('settings are converted to arguments', () => {
  assert.deepEqual(settingArguments({ a: true, b: 2 }), ['-E', 'a=true', '-E', 'b=2']);
});
