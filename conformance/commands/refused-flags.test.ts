import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capture } from '../testing/capture.ts';

const secret = 'hunter2-hunter2';
const server = ['--base-url', 'http://localhost:1'];

/** Flags in a place where a user may type a secret by mistake. */
const refused: readonly (readonly string[])[] = [
  ['--base-url', `http://user:${secret}@localhost`],
  ['--base-url', `http://localhost/?token=${secret}`],
  ['--base-url', `localhost ${secret}`],
  [...server, '--intake-url', `http://user:${secret}@localhost`],
  [...server, '--intake-command', `intake --token ${secret} "`],
  [...server, '-H', `Authorization: Bearer ${secret}`],
  [...server, '-H', secret],
  [...server, '--auth', secret],
  [...server, '--auth', `bearer:${secret}`],
  [...server, '--auth', `basic=user:${secret}`],
  [...server, '--auth', `basic=command:false ${secret}`],
  [...server, `--password=${secret}`],
  [...server, '--timeout', secret],
  [...server, '--shard', `${secret}' is`],
  [...server, '--fail-on', secret],
  [...server, '--key', `-----BEGIN ${secret}`],
  [...server, '-H', `x-secret: ${secret}`, '--ca', secret],
];

for (const [at, flags] of refused.entries()) {
  const shown = flags.join(' ').replaceAll(secret, '***');
  test(`a refused flag value is not printed (${at + 1}): ${shown}`, async () => {
    const { code, out, err } = await capture(['run', ...flags]);
    assert.equal(code, 2);
    assert.doesNotMatch(out + err, new RegExp(secret));
    assert.match(err, /^error: .*(?:--|intake command)/);
  });
}
