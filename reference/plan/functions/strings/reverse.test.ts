import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

test('the functions load without a segmenter of characters, which takes milliseconds to create', () => {
  const module = new URL('reverse.js', import.meta.url);
  const program = `
    Intl.Segmenter = class { constructor() { throw new Error('a segmenter'); } };
    await import('${module.href}');`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program]);
});
