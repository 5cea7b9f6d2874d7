import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { loadProfile } from '../driver/load-profile.ts';
import { spawnServer } from '../driver/spawn.ts';
import type { Target } from '../driver/target.ts';
import { recordReach, reachLines, type ReachRecorder } from '../fuzz/reach.ts';
import { answer } from '../proof/interceptors.ts';
import type { Interceptor } from '../run/mutation.ts';
import { openProxy } from '../run/proxy.ts';
import type { PlantedFault } from './planted/planted-fault.ts';
import { queryingFaults } from './planted/querying.ts';
import { searchingFaults } from './planted/searching.ts';

/**
 * Runs a command against the reference with one of the planted faults, and says what it did to the server. Usage:
 *   node dist/conformance/bench/planted.js [--only N] [--command 'TOOL --url {url}'] [--seconds 60]
 * Without a command, `fuzz` runs until it finds something. Fault 0 is the reference without a fault. A command finds a fault
 * if it ends with an exit code other than 0.
 */
const reference = 'node dist/reference/main.js --port {port} --test-control';
const own =
  'node dist/conformance/cli.js fuzz --base-url {url} --profile reference --seed 1 --max-time {seconds}s --max-shrink 5s';
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const none: PlantedFault = { name: 'none', start: () => (request, forward) => forward(request) };
const faults: readonly PlantedFault[] = [none, ...searchingFaults, ...queryingFaults];
const anywhere: Omit<Target, 'base_url'> = {
  headers: {},
  tls: { insecure: false },
  timeout_ms: 30_000,
  secrets: [],
};

await main();

async function main(): Promise<void> {
  const only = flag('--only');
  const command = flag('--command');
  const seconds = Number(flag('--seconds') ?? 60);
  for (const [at, fault] of faults.entries()) {
    if (only !== undefined ? at !== Number(only) : at === 0) continue;
    say(`${at} ${fault.name}`);
    say(`  ${await tried(fault, { command, seconds })}`);
  }
}

interface Trial {
  readonly command: string | undefined;
  readonly seconds: number;
}

/** Starts the reference with a fault, runs the command, and says what became of it. */
async function tried({ start }: PlantedFault, trial: Trial): Promise<string> {
  const { start_timeout_ms } = loadProfile('reference').options;
  const isStopping = (): boolean => false;
  const options = { command: reference, start_timeout_ms, target: anywhere, isStopping };
  const server = await spawnServer(options);
  const recorder = recordReach();
  const intercept = recording(start(), recorder);
  const proxy = await openProxy({ intercept }, { ...anywhere, base_url: server.base_url });
  const began_ms = performance.now();
  try {
    const end = await run(proxy.base_url, trial, recorder);
    const took_s = (performance.now() - began_ms) / 1000;
    const { requests } = recorder.reach();
    const rate = (requests / took_s).toFixed(0);
    return [
      `${end} ended after ${took_s.toFixed(1)} s, ${rate} requests per second`,
      ...reachLines(recorder.reach()),
    ].join('\n  ');
  } finally {
    await proxy.close();
    await server.stop();
  }
}

/** Runs the command to its end; `fuzz` is stopped when it has shown a counterexample. */
function run(url: string, { command, seconds }: Trial, recorder: ReachRecorder): Promise<string> {
  const line = (command ?? own).replaceAll('{url}', url).replaceAll('{seconds}', `${seconds}`);
  const child = spawn(`exec ${line}`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const began_ms = performance.now();
  let text = '';
  let found: string | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    if (command !== undefined || !text.includes('not shrunk yet')) return;
    const took_s = ((performance.now() - began_ms) / 1000).toFixed(1);
    found ??= `after ${took_s} s and ${recorder.reach().requests} requests`;
    if (text.includes('scenario for a feature file')) child.kill('SIGINT');
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (command !== undefined) return resolve(`ended with ${code}`);
      const [, by] = /✗ (\S+): found in run/.exec(text) ?? [];
      const requests = text.split('\n').filter((one) => one.startsWith('  curl ')).length;
      resolve(
        found === undefined
          ? 'missed;'
          : `found by ${by} ${found}, shrunk to ${requests} requests;`,
      );
    });
  });
}

function recording(intercept: Interceptor, recorder: ReachRecorder): Interceptor {
  return async (request, forward) => {
    // The client of the proxy does not send methods such as TRACE.
    const response = methods.has(request.method)
      ? await intercept(request, forward)
      : answer(405, {});
    recorder.note(request, response);
    return response;
  };
}

function flag(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
