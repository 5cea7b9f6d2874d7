import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownSuite } from '../run/suite.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { spawnedModule } from '../testing/suite.ts';

test('prove --fuzz says which faults of a chapter properties catch alone', async () => {
  const argv = ['prove', '--fuzz', '--chapter', 'point-in-time'];
  const { code, out } = await capture(argv, {}, ownSuite());
  assert.equal(code, 0, out);
  assert.match(out, /^caught +[\w-]+, by walks-agree after \d+ requests$/m);
  const [, caught, tried] = /catch (\d+) of (\d+) faults, after \d+/.exec(lastLine(out)) ?? [];
  assert.ok(Number(caught) > 0 && Number(caught) <= Number(tried), out);
});

test('prove --fuzz ends with 3 where no fault has a property', async () => {
  const words = [process.execPath, ...process.execArgv, spawnedModule];
  const spawned = words.map((word) => `'${word}'`).join(' ');
  const { code, out } = await capture(['prove', '--fuzz', '--spawn', spawned]);
  assert.equal(code, 3, out);
  assert.match(lastLine(out), /0 of 0 faults; 1 more have no property/);
});

test('prove --fuzz tries one kind of mutations', async () => {
  const { code, err } = await capture(['prove', '--fuzz', '--variants', '--derived']);
  assert.equal(code, 2);
  assert.match(err, /--fuzz tries one kind of mutations/);
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
