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
import { type Found, type Outcome, tryOn } from './planted/trial.ts';

/**
 * Runs a command against the reference with one of the planted faults, and says what it did to the server. Usage:
 *   node dist/conformance/bench/planted.js [--only N] [--seed 1] [--requests 12000]
 *   node dist/conformance/bench/planted.js [--only N] --command 'TOOL --url {url}' [--seconds 60]
 * Without a command, `fuzz` runs until it has shown a counterexample, or has sent so many requests: a loaded machine sends
 * fewer of them in a minute. A command finds a fault if it ends with an exit code other than 0. Fault 0 is none.
 */
const reference = 'node dist/bundle/reference/main.js --port {port} --test-control';
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
  const outcomes: Outcome[] = [];
  for (const [at, fault] of faults.entries()) {
    if (only !== undefined ? at !== Number(only) : at === 0) continue;
    say(`${at} ${fault.name}`);
    outcomes.push(await tried(fault));
  }
  const found = outcomes.flatMap((outcome) => outcome.found ?? []);
  say(`found ${outcomes.filter(({ isFound }) => isFound).length} of ${outcomes.length}`);
  if (found.length === 0) return;
  const middle = (of: (one: Found) => number): number => median(found.map(of));
  const after = `${middle(({ after_s }) => after_s).toFixed(1)} s`;
  say(
    `in the median: first line after ${middle((one) => one.requestsBefore)} requests (${after}),`,
  );
  say(
    `  ${middle(({ requests }) => requests)} requests and ${middle(({ members }) => members)} members in a counterexample`,
  );
}

/** Starts the reference with a fault, runs the command, and says what became of it. */
async function tried({ start }: PlantedFault): Promise<Outcome> {
  const { start_timeout_ms } = loadProfile('reference').options;
  const isStopping = (): boolean => false;
  const options = { command: reference, start_timeout_ms, target: anywhere, isStopping };
  const server = await spawnServer(options);
  const recorder = recordReach();
  const intercept = recording(start(), recorder);
  let requests = 0;
  const counting: Interceptor = (request, forward) => {
    requests += 1;
    return intercept(request, forward);
  };
  const proxy = await openProxy(
    { intercept: counting },
    { ...anywhere, base_url: server.base_url },
  );
  const began_ms = performance.now();
  try {
    const outcome = await tryOn(proxy.base_url, {
      command: flag('--command'),
      seconds: Number(flag('--seconds') ?? 60),
      seed: Number(flag('--seed') ?? 1),
      maxRequests: Number(flag('--requests') ?? 12_000),
      count: () => requests,
    });
    const took_s = (performance.now() - began_ms) / 1000;
    const rate = (requests / took_s).toFixed(0);
    say(`  ${outcome.text} ended after ${took_s.toFixed(1)} s, ${rate} requests per second`);
    for (const line of reachLines(recorder.reach())) say(`  ${line}`);
    return outcome;
  } finally {
    await proxy.close();
    await server.stop();
  }
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
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
