import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReference } from '../start.ts';
import { lineSender } from '../testing/client.ts';

test('all templates together have a limit on the characters of their patterns', async () => {
  const server = await startReference();
  const send = lineSender(() => server.url);
  const put = (name: string, count: number) => {
    const patterns = Array.from({ length: count }, (_, at) => `${'*a'.repeat(45)}x${name}${at}`);
    return send(`PUT /_index_template/${name}`, { body: { index_patterns: patterns } });
  };
  try {
    assert.equal((await put('a', 600)).status, 200);
    assert.equal((await put('a', 700)).status, 200);
    const refused = await put('b', 600);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /at most \[100000\] characters together/);
  } finally {
    await server.stop();
  }
});
