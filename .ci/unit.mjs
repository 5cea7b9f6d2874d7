// Runs every compiled unit test: a list of files, since the patterns that the test runner takes differ between versions of Node.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, sep } from 'node:path';

/** Folders whose tests only call functions: those of one folder share a process, as starting one takes most of their time. */
const folders = [
  'spec',
  ...below('conformance', [
    'base',
    'client',
    'decode',
    'driver',
    'html',
    'proof',
    'report',
    'steps',
  ]),
  ...below('reference', ['base', 'formats', 'lifecycle', 'operations', 'plan', 'query', 'search']),
  ...below('reference', ['security', 'store']),
];
/** Tests in these folders that need a process of their own: they collect garbage, or their module has a state. */
const alone = ['reference/search/match-cache.test.js'];
/** What imports the tests of a folder is written here. */
const entries = join('dist', 'unit');

const tests = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .map((name) => name.split(sep).join('/'))
  .sort();
const own = tests.filter((name) => folderOf(name) === undefined);
const flags = [
  '--test',
  // Many tests wait for other processes. Left alone, the runner keeps one processor free.
  `--test-concurrency=${3 * availableParallelism()}`,
  ...(process.stdout.isTTY ? [] : ['--test-reporter=./.ci/reporter.mjs']),
  ...process.argv.slice(2),
];
rmSync(entries, { recursive: true, force: true });
const files = [...folders.map(writeEntry), ...own.map((name) => join('dist', name))];
const child = spawn(process.execPath, [...flags, ...files], { stdio: 'inherit' });
child.on('close', (code) => process.exit(code ?? 1));

function below(folder, names) {
  return names.map((name) => `${folder}/${name}`);
}

function folderOf(name) {
  if (alone.includes(name)) return undefined;
  return folders.find((folder) => name.startsWith(`${folder}/`));
}

/** Writes the file that imports the tests of a folder, and returns its path. */
function writeEntry(folder) {
  const imported = tests.filter((name) => folderOf(name) === folder);
  if (imported.length === 0) throw new Error(`dist/${folder} has no tests: take it from the list.`);
  const path = join(entries, `${folder}.mjs`);
  mkdirSync(dirname(path), { recursive: true });
  const up = '../'.repeat(folder.split('/').length);
  writeFileSync(path, imported.map((name) => `import '${up}${name}';\n`).join(''));
  return path;
}
