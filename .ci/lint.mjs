// Runs the checks of `npm run lint` side by side, and shows the output of those that fail.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The slowest come first. */
const checks = [
  'oxlint',
  'knip',
  'npm run --silent lint:generated',
  'npm run --silent lint:openapi',
  'node .ci/links.mjs',
  'oxfmt --check',
];

let hasFailed = false;
const waiting = [...checks];
await Promise.all(Array.from({ length: availableParallelism() }, worker));
process.exitCode = hasFailed ? 1 : 0;

async function worker() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { code, output } = await run(check);
    process.stdout.write(code === 0 ? `ok      ${check}\n` : `failed  ${check}\n\n${output}\n`);
    hasFailed ||= code !== 0;
  }
}

/** Runs a command; npm has put the programs of the packages on the path. */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += text));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
