import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownSuite } from '../run/suite.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { spawnedModule } from '../testing/suite.ts';

test('prove --fuzz says which faults of a chapter properties catch alone', async () => {
  const argv = ['prove', '--fuzz', '--chapter', 'from-size'];
  const { code, out } = await capture(argv, {}, ownSuite());
  assert.equal(code, 0, out);
  assert.match(out, /^caught +[\w-]+, by from-size-pages after \d+ requests$/m);
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

test('prove --fuzz and --variants cannot be combined', async () => {
  const { code, err } = await capture(['prove', '--fuzz', '--variants']);
  assert.equal(code, 2);
  assert.match(err, /--fuzz tries faults/);
});
