// Runs the recipes of docs/test-double.md with the package as it is published. `node .ci/recipes.mjs TARBALL` installs Jest,
// vitest and an official client beside it, and so needs the registry; the package test runs the recipe without any of them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const page = 'docs/test-double.md';
const windows = process.platform === 'win32';

/** Returns the code blocks of a section of the page. */
export function recipe(heading) {
  const text = readFileSync(join(import.meta.dirname, '..', page), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const blocks = [...(section ?? '').matchAll(/^```(?:js|ts)\n(.*?)^```$/gms)];
  if (blocks.length === 0) throw new Error(`${page} has no recipe [${heading}]`);
  return blocks.map(([, code]) => code);
}

const [, program, tarball] = process.argv;
if (realpathSync(program) === import.meta.filename) runAll(resolve(tarball));

function runAll(tarball) {
  const folder = mkdtempSync(join(tmpdir(), 'search-conformance-recipes-'));
  const run = (command, ...args) => {
    execFileSync(command, args, { cwd: folder, stdio: 'inherit', shell: windows });
  };
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const [environment, books] = recipe('With Jest');
  try {
    // Without a type, so that Jest has its default: CommonJS.
    write('package.json', '{ "private": true }\n');
    write('node.test.mjs', recipe('With node:test')[0]);
    write('vitest.test.mts', recipe('With vitest and the official client')[0]);
    write('reference-environment.mjs', environment);
    write('jest.test.js', books);
    const libraries = [
      'jest@30',
      'jest-environment-node@30',
      'vitest@4',
      '@elastic/elasticsearch@8',
    ];
    run('npm', 'install', '--silent', '--no-audit', '--no-fund', tarball, ...libraries);
    run(process.execPath, '--test', 'node.test.mjs');
    run('npx', 'vitest', 'run', 'vitest.test.mts');
    run('npx', 'jest', 'jest.test.js');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
