import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { handClock } from '../testing/hand-clock.ts';
import { GroupCommit } from './group-commit.ts';
import { inWords } from './storage-problem.ts';

/** A group commit on a disk that is full after some commits; `stored` lists the changes of those that succeeded. */
function commitTo(room: number, { mayPass } = { mayPass: true }) {
  const clock = handClock();
  const stored: string[] = [];
  const failures: unknown[] = [];
  const problems: unknown[] = [];
  const disk = { room };
  let number = 0;
  const group = new GroupCommit({
    environment: clock,
    complete: () => [`change ${++number}`],
    commit(changes) {
      if (stored.length >= disk.room) {
        return Promise.reject(Object.assign(new Error('write failed'), { code: 'ENOSPC' }));
      }
      stored.push(...changes);
      return Promise.resolve();
    },
    mayPass: () => mayPass,
    onProblem: (error) => problems.push(error),
    onFailure: (error) => failures.push(error),
  });
  return { clock, group, stored, failures, problems, disk };
}

it('after an error that does not pass every caller is told, once, and nothing more is written', async () => {
  const { clock, group, stored, failures, disk } = commitTo(1, { mayPass: false });
  group.changed();
  await group.flushed();
  group.changed();
  const waits = [group.flushed(), group.flushed()];
  for (const wait of waits) await assert.rejects(async () => wait, /write failed/);
  group.changed();
  await assert.rejects(async () => group.flushed(), { code: 'ENOSPC' });
  disk.room = Infinity;
  clock.advance(60_000);
  await assert.rejects(async () => group.finish(), { code: 'ENOSPC' });
  assert.equal(stored.length, 1);
  assert.deepEqual(failures.map(inWords), ['the disk is full']);
});

it('while the disk is full every caller is told, and afterwards everything is written in its order', async () => {
  const { clock, group, stored, failures, problems, disk } = commitTo(1);
  group.changed();
  await group.flushed();
  assert.equal(group.problem(), undefined);
  group.changed();
  const waits = [group.flushed(), group.flushed()];
  for (const wait of waits) await assert.rejects(async () => wait, /write failed/);
  assert.equal(inWords(group.problem()), 'the disk is full');
  group.changed();
  await assert.rejects(async () => group.flushed(), { code: 'ENOSPC' });
  clock.advance(1000);
  await setImmediate();
  assert.equal(problems.length, 1, 'the same problem is reported once');

  disk.room = Infinity;
  clock.advance(1000);
  await setImmediate();
  await group.flushed();
  assert.deepEqual(stored, ['change 1', 'change 2', 'change 3']);
  assert.equal(group.problem(), undefined);
  assert.deepEqual(
    problems.map((problem) => problem === undefined),
    [false, true],
  );
  assert.deepEqual(failures, []);
});

it('at its end it tries again what could not be written', async () => {
  const { group, stored, disk } = commitTo(0);
  group.changed();
  await assert.rejects(async () => group.flushed(), { code: 'ENOSPC' });
  await assert.rejects(async () => group.finish(), { code: 'ENOSPC' });
  disk.room = Infinity;
  group.changed();
  await group.finish();
  assert.deepEqual(stored, ['change 1', 'change 2']);
});

it('a clock that jumps delays no caller and loses no change', async () => {
  const { clock, group, stored } = commitTo(Infinity);
  group.changed();
  clock.jump(-86_400_000);
  await group.flushed();
  assert.equal(stored.length, 1);
  group.changed();
  clock.jump(365 * 86_400_000);
  await group.flushed();
  assert.equal(stored.length, 2);
  assert.equal(group.flushed(), undefined);
});
