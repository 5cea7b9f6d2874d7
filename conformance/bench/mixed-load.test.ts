import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fromRoot } from '../../spec/root.ts';

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
