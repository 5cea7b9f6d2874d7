import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SegmentView } from '../store/segment.ts';
import { cachedEntries, cachedMatches } from './match-cache.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function searchOnce(): void {
  const view = { base: 0, live: undefined, liveCount: 0 } as unknown as SegmentView;
  const compute = () => ({ docs: undefined, count: 1 });
  cachedMatches(view, 'a', compute);
  cachedMatches(view, 'b', compute);
  const known = cachedMatches(view, 'a', () => assert.fail('it is in the cache'));
  assert.equal(known.count, 1);
}

test(
  'keeps the matches of a segment only as long as the segment',
  { timeout: 60_000 },
  async () => {
    for (let segment = 0; segment < 10; segment++) searchOnce();
    assert.equal(cachedEntries(), 20);
    while (cachedEntries() > 0) {
      collectGarbage();
      await setTimeout(1);
    }
  },
);
