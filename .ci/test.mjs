// Runs every part of `npm test` in order, stops at the first that fails, and closes with one line of counts.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';

const kit = 'node dist/bundle/conformance/cli.js';
const reference = 'node dist/bundle/reference/main.js --port {port} --test-control';
const intake =
  'node dist/bundle/reference/intake/main.js --port {port} --service-url {base_url} --test-control';
// Coverage is that of the modules, not of their bundle.
const covered = (command) => command.replace('/bundle', '');
const c8 = 'node node_modules/c8/bin/c8.js';
// Scenarios of the other chapters wait for seconds or start processes, again for every fault.
const quickChapters = readdirSync('features', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['async-query', 'intake'].includes(entry.name))
  .map((entry) => entry.name);
const parts = [
  { name: 'lint', command: 'npm run --silent lint' },
  { name: 'types', command: 'npm run --silent build' },
  { name: 'unit tests', command: 'npm run --silent test:unit' },
  {
    name: 'conformance of the reference, with the coverage of its code by the features alone',
    command: `${c8} ${kit} run --spawn "${covered(reference)}" --intake-command "${covered(intake)}" --profile reference --json coverage/conformance.json`,
  },
  {
    name: 'properties',
    command: `${kit} fuzz --spawn "${reference}" --intake-command "${intake}" --profile reference --seed 1 --runs 15 --fail-on accepted-input`,
  },
  { name: 'the package as it is published', command: 'node .ci/package.mjs' },
  // A part of the proof: `npm run prove` runs all of it.
  {
    name: 'proof: faults are caught',
    command: `${kit} prove --faults --chapter ${quickChapters.join(' ')} --json coverage/proof.json`,
  },
  {
    name: 'proof: derived mutations of some operations are caught or legal',
    command: `${kit} prove --mutation "clearScroll*" "runSql *" --chapter scroll sql`,
  },
  {
    name: 'proof: variants pass',
    command: `${kit} prove --variants --chapter from-size api-keys`,
  },
];

const counts = { passed: 0, failed: 0, skipped: 0 };
mkdirSync('coverage', { recursive: true });
for (const part of parts) {
  process.stdout.write(`\n== ${part.name}\n`);
  const started = Date.now();
  const { code, output } = await run(part.command);
  add(output);
  if (code !== 0) {
    counts.failed += 1;
    finish(`${part.name} ended with exit code ${code}: ${part.command}`);
    break;
  }
  process.stdout.write(`== ${part.name}: done in ${Math.round((Date.now() - started) / 1000)} s\n`);
}
finish();

function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function add(output) {
  for (const [, kind, count] of output.matchAll(/^(?:#|ℹ) (pass|fail|skipped) (\d+)$/gm)) {
    counts[{ pass: 'passed', fail: 'failed', skipped: 'skipped' }[kind]] += Number(count);
  }
  for (const match of output.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)) {
    counts.passed += Number(match[1]);
    counts.failed += Number(match[2]);
    counts.skipped += Number(match[3]);
  }
}

function finish(problem) {
  if (problem !== undefined) process.stderr.write(`\n${problem}\n`);
  process.stdout.write(
    `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
  );
  process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
}
