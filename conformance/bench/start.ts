import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/**
 * Compares the time from the start of a command of the kit to its end with that of a Node process that does nothing.
 * Each figure is the median of five runs, which alternate with the empty process.
 * Usage: node dist/conformance/bench/start.js
 */
const kit = 'dist/bundle/conformance/cli.js';
const reference = 'node dist/bundle/reference/main.js --port {port} --test-control';
const rounds = 5;
const commands: Readonly<Record<string, readonly string[]>> = {
  '--help': ['--help'],
  list: ['list'],
  explain: ['explain', 'from-size.size-default'],
  'run of one clause': [
    'run',
    '--spawn',
    reference,
    '--profile',
    'reference',
    '--clause',
    'from-size.size-default',
  ],
};

for (const [name, args] of Object.entries(commands)) {
  const times = Array.from({ length: rounds }, () => ({
    empty_ms: timed(['-e', '0']),
    kit_ms: timed([kit, ...args]),
  }));
  const empty_ms = median(times.map((time) => time.empty_ms));
  const kit_ms = median(times.map((time) => time.kit_ms));
  const ratio = (kit_ms / empty_ms).toFixed(1);
  process.stdout.write(`${name}: ${kit_ms.toFixed(0)} ms, ${ratio} times an empty process\n`);
}

/** The time in milliseconds that a Node process with these arguments takes. Throws if it fails. */
function timed(args: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const time_ms = performance.now() - started;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return time_ms;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
