import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { outputOf } from './process-output.ts';

async function read(chunks: readonly string[], max: number): Promise<string> {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const output = outputOf(stream, max);
  await new Promise((resolve) => stream.once('end', resolve));
  return output();
}

test('a short output is kept as it is', async () => {
  assert.equal(await read(['one\ntw', 'o\n'], 100), 'one\ntwo');
});

test('of a long output, the first and the last lines are kept whole', async () => {
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at}`);
  const kept = await read([['Error: port in use', ...lines, 'exit 1'].join('\n')], 400);
  assert.match(kept, /^Error: port in use\nline 0\n/);
  assert.match(kept, /\nline 499\nexit 1$/);
  assert.match(kept, /\n… \d+ characters …\n/);
  for (const line of kept.split('\n')) assert.match(line, /^(?:line \d+|Error: .*|exit 1|… .*)$/);
  const missing = Number(/… (\d+)/.exec(kept)?.[1]);
  const whole = ['Error: port in use', ...lines, 'exit 1'].join('\n').length;
  assert.ok(Math.abs(kept.length + missing - whole) < 30, 'the number says what is missing');
});
