import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { grown, type MemorySample } from './mixed-load/memory.ts';

const megabyte = 2 ** 20;

describe('the judgement of memory', () => {
  const sample = (progress: number, change: Partial<MemorySample> = {}): MemorySample => ({
    progress,
    used: 20 * megabyte,
    resident: 150 * megabyte,
    stored: megabyte,
    handles: { TCPServerWrap: 1 },
    ...change,
  });

  it('accepts memory that stays', () => {
    assert.deepEqual(grown([sample(0.3), sample(0.5), sample(0.8)], true), []);
  });

  it('finds memory that grows, unless the run is short', () => {
    const samples = [sample(0.3), sample(0.5, { used: 60 * megabyte })];
    assert.deepEqual(grown(samples, true), ['at 50 % of the run: used 60.0 MB instead of 20.0 MB']);
    assert.deepEqual(grown(samples, false), []);
  });

  it('finds handles that are left', () => {
    const handles = { TCPServerWrap: 1, Timeout: 2 };
    assert.deepEqual(grown([sample(0.3), sample(1, { handles })], false), [
      'at 100 % of the run: 2 Timeout instead of 0',
    ]);
  });
});

describe('the mixed load', () => {
  it('finds nothing wrong in a number of operations', async () => {
    const command = fromRoot('dist', 'conformance', 'bench', 'mixed-load.js');
    const child = spawn(process.execPath, [command, '--operations', '100', '--seed', '7']);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0, output);
    assert.match(output, /\n\d{3,} requests in .*\n.*\nends of the server: SIGKILL, SIGTERM, /);
  });
});
