import assert from 'node:assert/strict';
import { it } from 'node:test';
import { handClock } from '../testing/hand-clock.ts';
import { groupCommit } from './group-commit.ts';
import { inWords } from './storage-problem.ts';

/** A group commit on a disk that is full after some commits; `stored` lists the sizes of those that succeeded. */
function commitTo(room: number) {
  const clock = handClock();
  const stored: number[] = [];
  const failures: unknown[] = [];
  let number = 0;
  const group = groupCommit({
    environment: clock,
    complete: (operations) => operations.put(Buffer.from([1]), `change ${++number}`),
    commit(operations) {
      if (stored.length >= room) {
        return Promise.reject(Object.assign(new Error('write failed'), { code: 'ENOSPC' }));
      }
      stored.push(operations.length);
      return Promise.resolve();
    },
    onFailure: (error) => failures.push(error),
  });
  return { clock, group, stored, failures };
}

it('after the disk is full every caller is told, once, and nothing more is written', async () => {
  const { group, stored, failures } = commitTo(1);
  group.changed();
  await group.flushed();
  group.changed();
  const waits = [group.flushed(), group.flushed()];
  for (const wait of waits) await assert.rejects(async () => wait, /write failed/);
  group.changed();
  await assert.rejects(async () => group.flushed(), { code: 'ENOSPC' });
  assert.equal(stored.length, 1);
  assert.deepEqual(failures.map(inWords), ['the disk is full']);
});

it('a clock that jumps delays no caller and loses no change', async () => {
  const { clock, group, stored } = commitTo(Infinity);
  group.changed();
  clock.advance(-86_400_000);
  await group.flushed();
  assert.equal(stored.length, 1);
  group.changed();
  clock.advance(365 * 86_400_000);
  await group.flushed();
  assert.equal(stored.length, 2);
  assert.equal(group.flushed(), undefined);
});
