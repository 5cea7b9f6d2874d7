import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlimited } from '../../base/budget.ts';
import { linesOf } from './read-line.ts';

async function* streamOf(...pieces: readonly string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

test('a line that has not ended is reserved, up to the longest one, and free again when it ends', async () => {
  let reserved = 0;
  let most = 0;
  const budget = {
    ...unlimited,
    reserve(bytes: number): void {
      reserved += bytes;
      most = Math.max(most, reserved);
    },
  };
  const lines: string[] = [];
  const stream = streamOf('a'.repeat(600), 'b'.repeat(300), '\n\n', 'c'.repeat(5000), '\nd');
  for await (const { text, problem } of linesOf(stream, 1000, budget)) {
    lines.push(problem ?? text.slice(0, 1));
  }
  assert.deepEqual(lines, ['a', 'event exceeded the permitted size', 'd']);
  assert.deepEqual([most, reserved], [900, 0]);
});
