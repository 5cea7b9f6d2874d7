import { spawnSync } from 'node:child_process';

/**
 * Compares the time from the start of a command of the kit to its end with that of a Node process that does nothing.
 * Each figure is the median of five runs, which alternate with the empty process.
 * Usage: node dist/conformance/bench/start.js
 */
const [kit, clause] = ['dist/bundle/conformance/cli.js', 'from-size.size-default'];
const spawn = 'node dist/bundle/reference/main.js --port {port} --test-control';
const commands = [
  ['--help'],
  ['list'],
  ['explain', clause],
  ['run', '--spawn', spawn, '--profile', 'reference', '--clause', clause],
];

for (const args of commands) {
  const times = Array.from({ length: 5 }, () => [timed(['-e', '0']), timed([kit, ...args])]);
  const [empty_ms = NaN, kit_ms = NaN] = [0, 1].map((at) => median(times.map((pair) => pair[at])));
  const ratio = (kit_ms / empty_ms).toFixed(1);
  process.stdout.write(`${args[0]}: ${kit_ms.toFixed(0)} ms, ${ratio} times an empty process\n`);
}

/** The time in milliseconds that a Node process with these arguments takes. Throws if it fails. */
function timed(args: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === 0) return performance.now() - started;
  throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}

function median(values: readonly (number | undefined)[]): number {
  return values.toSorted((one = 0, other = 0) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
