import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const command = fileURLToPath(import.meta.url).replace(/storage.missing-lmdb\.test\./, 'main.');

/** A resolve hook under which the package lmdb cannot be found; worker threads inherit it. */
const hook = `
export async function resolve(specifier, context, next) {
  if (specifier !== 'lmdb') return next(specifier, context);
  throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
}`;
const preload = `
import { register } from 'node:module';
register(${JSON.stringify(dataUrl(hook))});`;

test('without the package lmdb, --data exits with 2 and names the package to install', async () => {
  const folder = temporaryFolder();
  const args = ['--import', dataUrl(preload), command, '--port', '0', '--data', folder];
  const ended = await new Promise<readonly [code: unknown, errors: string]>((resolve) => {
    execFile(process.execPath, args, (error, _, errors) => resolve([error?.code, errors]));
  });
  assert.deepEqual(ended, [
    2,
    'search-reference: the package lmdb is needed to store data: npm install lmdb\n',
  ]);
});

function dataUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
