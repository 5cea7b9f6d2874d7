import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capture } from '../testing/capture.ts';

const commands =
  'run list explain doctor init prove fuzz diff merge compare matrix clean review'.split(' ');

test('an error of any command line is one line, which ends the output', async () => {
  const lines = [...commands, 'baseline update'].map((name) => [
    ...name.split(' '),
    '--no-such-flag',
  ]);
  for (const argv of [...lines, ['nothing'], ['rum'], ['--vresion']]) {
    const { code, out, err } = await capture(argv);
    assert.equal(code, 2, argv.join(' '));
    assert.equal(out, '');
    assert.match(err, /^error: [^\n]*; --help lists the commands and flags\n$/, argv.join(' '));
  }
});

test('without a command, the help ends with an error', async () => {
  for (const argv of [[], ['baseline'], ['help', 'nothing']]) {
    const { code, err } = await capture(argv);
    assert.equal(code, 2);
    assert.match(err, /Usage: search-conformance[^]*\nerror: name a command of those above\n$/);
  }
});
