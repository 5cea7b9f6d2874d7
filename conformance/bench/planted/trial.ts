import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** What a command did to a server. */
export interface Outcome {
  /** True if `fuzz` has shown a counterexample, or another command has ended with a code other than 0. */
  readonly isFound: boolean;
  readonly text: string;
  readonly found?: Found;
}

/** The first counterexample of `fuzz`. */
export interface Found {
  /** When its first line was printed. */
  readonly after_s: number;
  readonly requestsBefore: number;
  /** The size of the shrunk counterexample: its requests, and the members and items of its value. */
  readonly requests: number;
  readonly members: number;
}

/** What a trial needs. */
export interface Trial {
  /** Shell command; without it, `fuzz` runs until it has shown a counterexample. */
  readonly command?: string | undefined;
  readonly seconds: number;
  readonly seed: number;
  /** `fuzz` is stopped after this many requests without a counterexample. */
  readonly maxRequests: number;
  /** The number of requests so far. */
  readonly count: () => number;
}

const own = 'node dist/bundle/conformance/cli.js fuzz --base-url {url} --profile reference';
/** How often the number of requests is compared with the limit. */
const interval_ms = 50;

/** Runs the command of a trial to its end. */
export function tryOn(url: string, trial: Trial): Promise<Outcome> {
  return trial.command === undefined ? tryFuzz(url, trial) : tryCommand(url, trial.command, trial);
}

function started(line: string): ChildProcess & { readonly stdout: NodeJS.ReadableStream } {
  return spawn(`exec ${line}`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
}

function tryCommand(url: string, command: string, { seconds }: Trial): Promise<Outcome> {
  const line = command.replaceAll('{url}', url).replaceAll('{seconds}', `${seconds}`);
  const child = started(line);
  child.stdout.resume();
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ isFound: code !== 0, text: `ended with ${code}` }));
  });
}

async function tryFuzz(url: string, { seed, maxRequests, count }: Trial): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const file = join(folder, 'fuzz.json');
  const flags = `--seed ${seed} --max-time 1h --max-shrink 30s --json '${file}'`;
  const child = started(`${own.replaceAll('{url}', url)} ${flags}`);
  const began_ms = performance.now();
  let text = '';
  let first: Pick<Found, 'after_s' | 'requestsBefore'> | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    if (!text.includes('not shrunk yet')) return;
    first ??= { after_s: (performance.now() - began_ms) / 1000, requestsBefore: count() };
    if (text.includes('scenario for a feature file')) child.kill('SIGINT');
  });
  const watch = setInterval(() => {
    if (first === undefined && count() >= maxRequests) child.kill('SIGINT');
  }, interval_ms);
  try {
    await new Promise((resolve) => child.on('close', resolve));
    if (first === undefined) return { isFound: false, text: 'missed;' };
    const found = { ...first, ...sizeIn(file) };
    const [, by, run] = /✗ (\S+): found in run (\d+)/.exec(text) ?? [];
    const when = `after ${found.after_s.toFixed(1)} s and ${found.requestsBefore} requests`;
    const size = `${found.requests} requests and ${found.members} members`;
    return { isFound: true, found, text: `found by ${by} ${run} ${when}, shrunk to ${size};` };
  } finally {
    clearInterval(watch);
    rmSync(folder, { recursive: true });
  }
}

interface Report {
  readonly properties: readonly {
    readonly value?: unknown;
    readonly exchanges?: readonly unknown[];
  }[];
}

/** The size of the only counterexample in a JSON report. */
function sizeIn(file: string): Pick<Found, 'requests' | 'members'> {
  const { properties } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failed = properties.find(({ exchanges }) => exchanges !== undefined);
  if (failed?.exchanges === undefined) throw new Error(`no counterexample in ${file}`);
  return { requests: failed.exchanges.length, members: membersIn(failed.value) };
}

/** The number of members and items at any depth. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + 1 + membersIn(one), 0);
}
