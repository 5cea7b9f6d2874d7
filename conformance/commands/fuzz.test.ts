import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { capture, lastLine } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';

let fake: FakeServer;
const folder = mkdtempSync(join(tmpdir(), 'ck-test-'));

before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

function fuzz(...flags: readonly string[]): ReturnType<typeof capture> {
  return capture(['fuzz', '--base-url', fake.base_url, '--seed', '1', '--runs', '2', ...flags]);
}

test('fuzz ends with 3 where a hook is missing that a property cannot do without', async () => {
  const { code, out } = await fuzz('--property', 'rollover');
  assert.equal(code, 3, out);
  assert.match(out, /rollover .*incomplete: no hook run_policies/);
  assert.equal(lastLine(out), '0 passed, 0 failed, 1 skipped');
});

test('fuzz ends with 3 where no property is claimed, and says what is lacking', async () => {
  const { code, out } = await fuzz('--property', 'intake-keys', 'key-privileges');
  assert.equal(code, 3, out);
  assert.match(out, /intake-keys .*not-claimed: .*users/);
  assert.match(out, /key-privileges .*not-claimed: .*users/);
  const profile = join(folder, 'users.yaml');
  writeFileSync(profile, 'name: users\nclaims: [users, intake]\n');
  const other = await fuzz('--property', 'intake-keys', '--profile', profile);
  assert.equal(other.code, 3, other.out);
  assert.match(other.out, /intake-keys .*needs --intake-url or --intake-command/);
});

test('fuzz starts no intake from a command that cannot be read', async () => {
  const { code, err } = await fuzz('--property', 'sort-order', '--intake-command', '"node');
  assert.equal(code, 2);
  assert.match(err, /the intake command is empty or has an unclosed/);
});
