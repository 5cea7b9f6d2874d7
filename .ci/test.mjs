// Runs every part of `npm test`, stops after the first that fails, and closes with one line of counts.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';

const kit = 'node dist/bundle/conformance/cli.js';
const reference = 'node dist/bundle/reference/main.js --port {port} --test-control';
const recorded = (command) => command.replace(/^node/, 'node --import ./.ci/record-sent.mjs');
const intake =
  'node dist/bundle/reference/intake/main.js --port {port} --service-url {base_url} --test-control';
// Coverage is that of the modules, not of their bundle.
const covered = (command) => command.replace('/bundle', '');
const c8 = 'node node_modules/c8/bin/c8.js';
// Scenarios of the other chapters wait for seconds or start processes, again for every fault.
const quickChapters = readdirSync('features', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['async-query', 'intake'].includes(entry.name))
  .map((entry) => entry.name);
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Parts of one row run side by side: each leaves a processor idle for some of its time. */
const rows = [
  // Packing builds everything that the other parts use.
  [{ name: 'types', command: 'npm pack --silent --pack-destination coverage' }],
  [
    { name: 'unit tests', command: 'npm run --silent test:unit' },
    {
      name: 'the package as it is published',
      command: `node .ci/package.mjs coverage/${name}-${version}.tgz`,
    },
    { name: 'lint', command: 'npm run --silent lint' },
  ],
  [
    {
      name: 'conformance of the reference, with the coverage of its code by the features alone',
      // With a number of values, all are tried however long that takes: what nothing sends is the same in every run.
      command: `rm -f coverage/sent.txt; SENT=coverage/sent.txt ${c8} ${kit} run --spawn "${recorded(covered(reference))}" --intake-command "${covered(intake)}" --profile reference --values 60 --json coverage/conformance.json`,
    },
    // A part of the proof, as two of those below: `npm run prove` runs all of it.
    {
      name: 'proof: faults are caught',
      command: `${kit} prove --faults --chapter ${quickChapters.join(' ')} --json coverage/proof.json`,
    },
  ],
  [
    {
      name: 'what scenarios use beyond the specification has a name',
      command: 'node .ci/extras.mjs coverage/conformance.json',
    },
    {
      name: 'the values of a run try all pairs of dimensions',
      command: 'node .ci/pairs.mjs coverage/conformance.json',
    },
    {
      name: 'what no check sends has a reason',
      command: 'node .ci/unsent.mjs coverage/sent.txt',
    },
  ],
  [
    {
      // The other properties are part of the conformance run above.
      name: 'properties of requests, with wrong ones refused',
      command: `${kit} fuzz --spawn "${reference}" --profile reference --property forbidden-input valid-requests --seed 1 --runs 15 --fail-on accepted-input`,
    },
    {
      name: 'proof: derived mutations of some operations are caught or legal',
      command: `${kit} prove --mutation "clearScroll*" "runSql *" --chapter scroll sql`,
    },
    {
      name: 'proof: variants and pairs of shapes pass',
      command: `${kit} prove --variants --chapter from-size`,
    },
  ],
];

const counts = { passed: 0, failed: 0, skipped: 0 };
mkdirSync('coverage', { recursive: true });
for (const row of rows) {
  const failed = (await runRow(row)).filter(({ code }) => code !== 0);
  counts.failed += failed.length;
  if (failed.length === 0) continue;
  for (const { part, code } of failed)
    process.stderr.write(`\n${part.name} ended with exit code ${code}: ${part.command}\n`);
  break;
}
process.stdout.write(
  `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;

/** Runs the parts of a row. The output of the first is shown at once, that of the others after it. */
async function runRow([first, ...others]) {
  const running = others.map((part) => runPart(part, false));
  process.stdout.write(`\n== ${first.name}\n`);
  const ends = [await runPart(first, true)];
  show(ends[0]);
  for (const run of running) {
    const end = await run;
    process.stdout.write(`\n== ${end.part.name}\n${end.output}`);
    show(end);
    ends.push(end);
  }
  return ends;
}

async function runPart(part, isShown) {
  const started = Date.now();
  const { code, output } = await run(part.command, isShown);
  return { part, code, output, seconds: Math.round((Date.now() - started) / 1000) };
}

function show({ part, code, output, seconds }) {
  if (code === 0) process.stdout.write(`== ${part.name}: done in ${seconds} s\n`);
  add(output);
}

function run(command, isShown) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (isShown) process.stdout.write(chunk);
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
