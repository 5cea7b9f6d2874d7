// Packs the package, or takes the path of a packed one, installs it in an empty folder, and uses it there: what is published
// works like the checkout.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brokenLinks } from './links.mjs';
import { recipe } from './recipes.mjs';

/** Files that only the checkout needs. */
const unwanted = /\.test\.|\.map$|\.tsbuildinfo|[/\\](?:testing|bench|interop|examples)[/\\.]/;
/** Scripts that npm runs when somebody installs the package, or warns of; `dependencies` it runs in a checkout only. */
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare'];
const checkout = process.cwd();
const windows = process.platform === 'win32';
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'search-conformance [package] '));
const installed = join(folder, 'node_modules', manifest.name);
try {
  install();
  checkFiles();
  checkExports();
  checkLibrary();
  checkRecipe();
  checkTypes();
  checkCommands();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function install() {
  const [, , given] = process.argv;
  if (given === undefined) run('npm', ['pack', '--silent', '--pack-destination', folder], checkout);
  const tarball = resolve(given ?? join(folder, `${manifest.name}-${manifest.version}.tgz`));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--silent', '--no-audit', '--no-fund', '--prefer-offline'];
  run('npm', ['install', ...quiet, tarball]);
}

function checkFiles() {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((name) => name.endsWith('.js'));
  refuse(
    'is for the checkout only',
    files.filter((name) => unwanted.test(`/${name}`)),
  );
  refuse(
    'imports the test runner',
    modules.filter((name) => /from 'node:test'/.test(readFileSync(join(installed, name), 'utf8'))),
  );
  refuse(
    'runs on the machine of whoever installs the package',
    installScripts.filter((name) => name in manifest.scripts),
  );
  refuse('is a broken link', brokenLinks(installed));
}

function checkExports() {
  const imports = Object.keys(manifest.exports).map((entry) => {
    const attributes = entry.endsWith('.json') ? `, { with: { type: 'json' } }` : '';
    return `await import('${manifest.name}${entry.slice(1)}'${attributes});`;
  });
  writeFileSync(join(folder, 'exports.js'), `${imports.join('\n')}\n`);
  run(process.execPath, ['exports.js']);
}

/** The server starts from the package, takes documents, resets and stops; the ledger can be read. */
function checkLibrary() {
  const lines = [
    `import { startReference } from '${manifest.name}/reference';`,
    `import { loadLedger, loadOperations } from '${manifest.name}/spec';`,
    `if (!(loadLedger().clauses.length > 100 && loadOperations().length > 50)) throw new Error('no ledger');`,
    `const server = await startReference();`,
    `await server.seed('{"a":1}', { index: 'i' });`,
    `const count = async () => (await (await fetch(server.url + '/_count')).json()).count;`,
    `if ((await count()) !== 1) throw new Error('the document is not found');`,
    `server.reset();`,
    `if ((await count()) !== 0) throw new Error('the document is still there');`,
    `await server[Symbol.asyncDispose]();`,
  ];
  writeFileSync(join(folder, 'library.js'), `${lines.join('\n')}\n`);
  run(process.execPath, ['library.js']);
}

/** The example of the documentation that needs nothing else. The others are run by .ci/recipes.mjs. */
function checkRecipe() {
  writeFileSync(join(folder, 'recipe.test.mjs'), recipe('With node:test')[0]);
  run(process.execPath, ['--test', 'recipe.test.mjs']);
}

/** The declarations that the exports refer to are in the package. */
function checkTypes() {
  const modules = Object.keys(manifest.exports).filter((entry) => !entry.endsWith('.json'));
  const lines = modules.map((entry) => `export type {} from '${manifest.name}${entry.slice(1)}';`);
  writeFileSync(join(folder, 'exports.ts'), `${lines.join('\n')}\n`);
  // Of the types that the checkout has, a user has at most those of Node.
  for (const name of [join('@types', 'node'), 'undici-types']) {
    cpSync(join(checkout, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
    });
  }
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const program = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc');
  const types = ['--lib', 'es2023,esnext.disposable', '--types', 'node'];
  run(process.execPath, [program, ...flags, ...types, 'exports.ts']);
}

function checkCommands() {
  const reference = 'npx search-reference --port {port} --test-control';
  const selection = ['--profile', 'reference', '--chapter', 'from-size', 'scroll'];
  const flags = [...selection, '--json', 'verdicts.json'];
  run('npx', ['search-conformance', 'run', '--spawn', reference, ...flags]);
  const { summary } = JSON.parse(readFileSync(join(folder, 'verdicts.json'), 'utf8'));
  if (!(summary.passed > 60))
    throw new Error(`only ${summary.passed} scenarios ran from the package`);
  run('npx', ['search-conformance', 'explain', 'scroll.open']);
  run('npx', ['search-conformance', 'prove', '--faults', '--chapter', 'slice']);
  run('npx', ['intake-server', '--help']);
}

function refuse(why, names) {
  if (names.length === 0) return;
  throw new Error(`the package: ${names.map((name) => `${name} ${why}`).join('; ')}`);
}

function run(command, args, cwd = folder) {
  try {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], shell: windows });
  } catch (error) {
    process.stderr.write(String(error.stdout));
    throw error;
  }
}
