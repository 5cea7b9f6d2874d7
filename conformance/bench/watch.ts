import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { loadLedger } from '../../spec/clauses.ts';
import { after, now } from '../base/environment.ts';
import type { SpawnedServer } from '../driver/spawn.ts';
import { startReference } from '../testing/mutated-session.ts';
import { joined, type Touched, touchedBy } from './watch/touched.ts';
import { compiledPath, transpile } from './watch/transpile.ts';

/**
 * Runs the clauses and unit tests that each change of a file touches, against the reference. A changed module is only
 * transpiled first; meanwhile the compiler checks the types.
 */
const folders = ['features', 'reference', 'conformance', 'spec'] as const;
const watched = /\.(?:ts|feature|yaml)$/;
/** Editors write a file in several steps. */
const settle_ms = 100;
const intake =
  'node dist/reference/intake/main.js --port {port} --service-url {base_url} --test-control';
/** What runs after a change that touches no clause, such as `--chapter scroll`. */
const selection = process.argv.slice(2);
const sources = {
  read: (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : ''),
  list: (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.ts')),
};

const changed = new Set<string>();
let lastChange_ms = now();
let isReady = false;
let server: Promise<SpawnedServer> | undefined;
let isBusy = false;

if (selection.includes('--help')) {
  say(`Usage: npm run watch [-- flags of search-conformance run]

Runs the clauses and unit tests that each change of a file touches, against the reference, while the compiler checks the
types. Flags, such as --chapter scroll, choose what runs after a change that touches no clause.`);
} else main();

function main(): void {
  const compiler = spawn(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (compiler.pid !== undefined) setPriority(compiler.pid, constants.priority.PRIORITY_LOW);
  createInterface({ input: compiler.stdout }).on('line', readCompiler);
  for (const folder of folders) {
    watch(folder, { recursive: true }, (_, name) => {
      if (name !== null && watched.test(name)) note(`${folder}/${name.replaceAll('\\', '/')}`);
    });
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopServer().then(() => process.exit(0)));
  }
  process.once('exit', () => compiler.kill());
  say(`watching ${folders.join(', ')}; the first compilation takes a while`);
}

function readCompiler(line: string): void {
  const end = /Found (\d+) errors?\. Watching/.exec(line);
  const isNews = line.trim() !== '' && !/(?:Starting|File change)/.test(line) && end?.[1] !== '0';
  if (isNews) say(line);
  if (end === null || isReady) return;
  isReady = true;
  say('ready: change a file');
  void runIfReady();
}

function note(path: string): void {
  changed.add(path);
  lastChange_ms = now();
  after(settle_ms, () => void runIfReady());
}

/** Runs what the changes touch, once no file has changed for a moment. */
async function runIfReady(): Promise<void> {
  const isSettled = now() - lastChange_ms >= settle_ms;
  if (!isReady || isBusy || changed.size === 0 || !isSettled) return;
  const paths = [...changed];
  const began_ms = lastChange_ms;
  changed.clear();
  const errors = paths.flatMap(transpileFile);
  if (errors.length > 0) return say(`not run:\n${errors.join('\n')}`);
  isBusy = true;
  try {
    await run(paths);
    say(`${((now() - began_ms) / 1000).toFixed(1)} s after the change of ${paths.join(', ')}\n`);
  } finally {
    isBusy = false;
    void runIfReady();
  }
}

/** Transpiles a changed module to its place, and returns its errors of syntax. */
function transpileFile(path: string): readonly string[] {
  if (!path.endsWith('.ts') || !existsSync(path)) return [];
  const { code, errors } = transpile(path, readFileSync(path, 'utf8'));
  if (errors.length === 0) writeFileSync(compiledPath(path), code);
  return errors;
}

async function run(paths: readonly string[]): Promise<void> {
  const known = new Set(loadLedger().byId.keys());
  const touched = joined(paths.map((path) => touchedBy(path, known, sources)));
  const chosen = selectionOf(touched);
  if (paths.some((path) => /^(?:reference|spec)\//.test(path))) await stopServer();
  const tests = touched.tests.map(compiledPath);
  if (chosen.length > 0) await runClauses(chosen);
  if (tests.length > 0) await node(['--test', '--test-reporter=./.ci/reporter.mjs', ...tests]);
  if (chosen.length + tests.length === 0) {
    say(
      'this touches no clause and no unit test; npm run watch -- --chapter NAME runs a chapter then',
    );
  }
}

/** Runs the compiled modules: to bundle them first would take longer than the run. */
async function runClauses(chosen: readonly string[]): Promise<void> {
  server ??= startReference('dist/reference/main.js');
  const { base_url } = await server;
  const target = ['--base-url', base_url, '--profile', 'reference', '--allow-global'];
  const flags = ['--intake-command', intake, '--quiet', ...chosen];
  await node(['dist/conformance/bench/watch/cli.js', 'run', ...target, ...flags]);
}

function selectionOf({ clauses, chapters }: Touched): readonly string[] {
  if (clauses.length > 0) return clauses.flatMap((id) => ['--clause', id]);
  if (chapters.length > 0) return chapters.flatMap((name) => ['--chapter', name]);
  return selection;
}

async function stopServer(): Promise<void> {
  const running = server;
  server = undefined;
  await (await running)?.stop();
}

function node(args: readonly string[]): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, args, { stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', () => resolve()));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
