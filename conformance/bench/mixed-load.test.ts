import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { judgeHandles, judgeMemory, type MemorySample } from './mixed-load/judge-memory.ts';
import { createLedger, unknownValue } from './mixed-load/ledger.ts';
import { planLives } from './mixed-load/schedule.ts';

const megabyte = 2 ** 20;

describe('the ledger of a mixed load', () => {
  it('accepts an acknowledged write only with its value', () => {
    const ledger = createLedger();
    ledger.begin(new Map([['a', '1']])).acknowledge();
    assert.deepEqual(ledger.settle(new Map([['a', '1']])), []);
    assert.deepEqual(ledger.settle(new Map()), ['a: nothing instead of 1']);
  });

  it('finds what is stored under another value, and what was never written', () => {
    const ledger = createLedger();
    ledger.begin(new Map([['a', '1']])).acknowledge();
    const found = new Map([
      ['a', '0'],
      ['b', '2'],
    ]);
    assert.deepEqual(ledger.settle(found), [
      'a: 0 instead of 1',
      'b: was never written, or was deleted',
    ]);
  });

  it('finds a document that was deleted', () => {
    const ledger = createLedger();
    ledger.begin(new Map([['a', '1']])).acknowledge();
    ledger.begin(new Map([['a', undefined]])).acknowledge();
    const found = new Map([['a', '1']]);
    assert.deepEqual(ledger.settle(found), ['a: was never written, or was deleted']);
  });

  it('accepts the old and the new value of a write without an answer, and later only the one that was found', () => {
    const ledger = createLedger();
    ledger.begin(new Map([['a', '1']])).acknowledge();
    ledger.begin(new Map([['a', '2']]));
    assert.equal(ledger.valueOf('a'), undefined);
    assert.deepEqual(ledger.settle(new Map([['a', '2']])), []);
    assert.equal(ledger.valueOf('a'), '2');
    assert.deepEqual(ledger.settle(new Map([['a', '1']])), ['a: 1 instead of 2']);
  });

  it('accepts any value of a creation without an answer, and none', () => {
    const ledger = createLedger();
    ledger.begin(new Map([['a', unknownValue]]));
    assert.deepEqual(ledger.settle(new Map([['a', 'anywhere']])), []);
    ledger.begin(new Map([['b', unknownValue]]));
    assert.deepEqual(ledger.settle(new Map([['a', 'anywhere']])), []);
  });

  it('finds a whole write that was carried out in part', () => {
    const ledger = createLedger();
    const names = ['a', 'b'];
    ledger.begin(new Map(names.map((name) => [name, 'index']))).acknowledge();
    assert.deepEqual(ledger.namesOf('index'), names);
    ledger.begin(new Map(names.map((name) => [name, undefined])), { whole: true });
    assert.deepEqual(ledger.settle(new Map([['b', 'index']])), [
      'a: one write was carried out for 1 of 2 names',
    ]);
  });
});

describe('the schedule of a mixed load', () => {
  it('measures both long lives at the same ages, and ends the last server at the end', () => {
    const lives = planLives(3);
    assert.equal(lives.length, 8);
    assert.equal(lives.at(-1)?.until, 1);
    const [early, late] = lives.flatMap(({ samples }) => (samples.length === 0 ? [] : [samples]));
    assert.deepEqual(
      early?.map((sample) => Number((sample + 0.5).toFixed(6))),
      late?.map((sample) => Number(sample.toFixed(6))),
    );
  });
});

describe('the judgement of memory', () => {
  const sample = (progress: number, change: Partial<MemorySample> = {}): MemorySample => ({
    progress,
    heap: 20 * megabyte,
    external: megabyte,
    resident: 150 * megabyte,
    stored: megabyte,
    cpu_ms: 0,
    handles: { TCPServerWrap: 1 },
    ...change,
  });

  it('accepts memory that stays', () => {
    const samples = [sample(0.3), sample(0.5), sample(0.8), sample(1)];
    assert.deepEqual(judgeMemory(samples), []);
    assert.deepEqual(judgeHandles(samples), []);
  });

  it('finds memory that grows in one life, and from one to the other', () => {
    const inOneLife = [sample(0.3), sample(0.5, { heap: 40 * megabyte }), sample(0.8), sample(1)];
    assert.deepEqual(judgeMemory(inOneLife), [
      'used memory grew from 21.0 MB to 41.0 MB (from 30 % to 50 % of the run)',
    ]);
    const large = { resident: 300 * megabyte };
    const later = [sample(0.3), sample(0.5), sample(0.8, large), sample(1, large)];
    assert.equal(judgeMemory(later).length, 2);
  });

  it('finds handles that are left', () => {
    const handles = { TCPServerWrap: 1, Timeout: 2 };
    const samples = [sample(0.3), sample(0.5), sample(0.8), sample(1, { handles })];
    assert.deepEqual(judgeHandles(samples), [
      '2 instead of 0 handles of kind Timeout (from 50 % to 100 % of the run)',
      '2 instead of 0 handles of kind Timeout (from 80 % to 100 % of the run)',
    ]);
  });
});

describe('the mixed load', () => {
  it('finds nothing wrong in a number of operations', async () => {
    const command = fromRoot('dist', 'conformance', 'bench', 'mixed-load.js');
    const flags = ['--operations', '160', '--lives', '1', '--security', '--seed', '7'];
    const child = spawn(process.execPath, [command, ...flags]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0, output);
    assert.match(output, /\n\d{3} requests in .*\n.*\nends of the server: 3 SIGKILL, 1 SIGTERM\n/);
  });
});
