import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { capture } from '../testing/capture.ts';

const commands =
  'run list explain doctor init prove fuzz diff merge compare matrix clean review completion'.split(
    ' ',
  );

test('an error of any command line is one line, which ends the output', async () => {
  const lines = [...commands, 'baseline update'].map((name) => [
    ...name.split(' '),
    '--no-such-flag',
  ]);
  for (const argv of [...lines, ['nothing'], ['rum'], ['completion', 'tcsh'], ['--vresion']]) {
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

test('scripts for the completion of shells have all commands and their flags', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await capture(['completion', shell]);
    assert.equal(code, 0);
    for (const name of commands) assert.match(out, new RegExp(`\\b${name}\\b`), `${shell} ${name}`);
    for (const flag of ['chapter', 'base-url', 'known-failures', 'older-than']) {
      assert.ok(out.includes(flag), `${shell} ${flag}`);
    }
  }
});

const hasBash = spawnSync('bash', ['--version']).status === 0;
test('bash completes with the script', { skip: !hasBash && 'there is no bash' }, async () => {
  const { out } = await capture(['completion', 'bash']);
  const complete = (...words: readonly string[]): string => {
    const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
      _search_conformance; echo "\${COMPREPLY[*]}"`;
    return spawnSync('bash', ['-c', `${out}\n${ask}`], { encoding: 'utf8' }).stdout.trim();
  };
  assert.equal(complete('search-conformance', 'expl'), 'explain');
  assert.equal(complete('search-conformance', 'clean', '--older'), '--older-than');
  assert.equal(complete('search-conformance', 'run', 'a'), '');
});
