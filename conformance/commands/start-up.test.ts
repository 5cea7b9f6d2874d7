import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { loadedModules, loadedOf } from '../../spec/testing/loaded-modules.ts';

const cli = fromRoot('dist', 'bundle', 'conformance', 'cli.js');
const server = `"${process.execPath}" "${fromRoot('dist', 'bundle', 'reference', 'main.js')}" --port {port}`;

/** Libraries of formats, and what compiles schemas. */
const rare = ['/ajv/dist/core', '/apache-arrow/', '/cbor2/', '/csv-parse/', '/tough-cookie/'];

test('the help of the kit loads no library but commander', async () => {
  const [loaded = assert.fail('no process')] = await loadedModules([cli, '--help']);
  const libraries = loaded.filter((path) => path.includes('/node_modules/'));
  assert.deepEqual(
    libraries.filter((path) => !path.includes('/commander/')),
    [],
  );
});

test('a run of one clause compiles no schema and loads no library of a format', async () => {
  const clause = ['--clause', 'scroll.first-response-has-scroll-id', '--quiet'];
  const processes = await loadedModules([cli, 'run', '--spawn', server, ...clause]);
  const runs = (module: string) =>
    processes.filter((loaded) => loadedOf([module], loaded).length > 0);
  const [parent = assert.fail('no parent')] = runs('/conformance/cli.');
  const [worker = assert.fail('no worker')] = runs('/conformance/run/worker.');
  // Cucumber itself contains the library for YAML.
  assert.deepEqual(loadedOf(['/yaml/', ...rare], parent), []);
  assert.deepEqual(loadedOf(rare, worker), []);
});
