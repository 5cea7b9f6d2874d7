import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownSuite } from '../run/suite.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { spawnedModule } from '../testing/suite.ts';

test('prove --fuzz tries variants or derived mutations', async () => {
  for (const kinds of [[], ['--faults'], ['--variants', '--derived']]) {
    const { code, err } = await capture(['prove', '--fuzz', ...kinds]);
    assert.equal(code, 2);
    assert.match(err, /--fuzz needs either --variants or --derived/);
  }
  assert.match((await capture(['prove', '--every', '2'])).err, /--every needs --fuzz/);
});

test('prove --fuzz --variants runs the properties against all variants, and none is a false alarm', async () => {
  const argv = ['prove', '--fuzz', '--variants', '--chapter', 'from-size'];
  const { code, out } = await capture(argv, {}, ownSuite());
  assert.equal(code, 0, out);
  assert.match(out, /^legal   [\w-]+, [\w-]+/m);
  assert.match(lastLine(out), /^1 properties raise false alarms on 0 of \d{3} variants$/);
});

test('prove --fuzz --variants fails where a property accuses a variant', async () => {
  const words = [process.execPath, ...process.execArgv, spawnedModule];
  const spawned = words.map((word) => `'${word}'`).join(' ');
  const argv = ['prove', '--fuzz', '--variants', '--spawn', spawned];
  const { code, out } = await capture(argv);
  assert.equal(code, 1, out);
  assert.match(out, /^false alarm  [\w-]+, by [\w-]+ after \d+ requests\n✗ /m);
});

test('prove --fuzz --derived says which mutations of its exchanges properties catch alone', async () => {
  const argv = ['prove', '--fuzz', '--derived', '--chapter', 'sql', '--every', '20'];
  const { code, out } = await capture(argv, {}, ownSuite());
  assert.equal(code, 0, out);
  assert.match(out, /^caught {2}\S+ \S+ .*, by sql-equals-query after \d+ requests$/m);
  assert.match(lastLine(out), /tried: properties alone catch [1-9]\d* of \d+, after \d+ requests/);
});
