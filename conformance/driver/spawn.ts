import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { now, pause } from '../base/environment.ts';
import { answers } from './client.ts';
import { TargetLost } from '../base/errors.ts';
import type { Target } from './target.ts';
import { tailOf } from '../base/tail.ts';

/** So long a server may take to end after SIGTERM. */
const longestFarewell_ms = 5000;

/** Of what a server prints to stderr so much is shown. */
const maxStderrCharacters = 4000;

const poll_ms = 100;

/** A server that the kit has started. */
export interface SpawnedServer {
  readonly base_url: string;
  /** The leader of its group of processes. */
  readonly pid: number;
  /** The end of what it printed to stderr. */
  readonly stderr: () => string;
  /** Ends it: first with SIGTERM, then hard. */
  stop(): Promise<void>;
}

/** How a server is started, and how long it may take to answer. */
export interface SpawnOptions {
  /**
   * A line for the shell, or a program and its arguments; `{port}` becomes a free port, without it the first line printed
   * is the base URL.
   */
  readonly command: string | readonly string[];
  readonly start_timeout_ms: number;
  /** Headers, certificates and deadlines with which the server is asked whether it is there. */
  readonly target: Omit<Target, 'base_url'>;
  /** True once the run is to stop: nothing is waited for any more. */
  readonly isStopping: () => boolean;
}

/** Starts a server and waits until it answers. Throws TargetLost where it ends or stays silent; it is stopped then. */
export async function spawnServer(options: SpawnOptions): Promise<SpawnedServer> {
  const words = [options.command].flat();
  const port = words.some((word) => word.includes('{port}')) ? await freePort() : undefined;
  const [first = '', ...rest] = words.map((word) => word.replaceAll('{port}', `${port}`));
  const child = spawn(first, rest, {
    shell: typeof options.command === 'string',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stderr = tailOf(child.stderr, maxStderrCharacters);
  const exit = exitOf(child, options.isStopping);
  const stop = (): Promise<void> => stopGroup(child);
  const deadline_ms = now() + options.start_timeout_ms;
  try {
    const baseUrl =
      port === undefined ? await printedUrl(child, exit, deadline_ms) : `http://127.0.0.1:${port}`;
    child.stdout?.resume();
    await untilAnswers({ ...options.target, base_url: baseUrl }, exit, deadline_ms);
    return { base_url: baseUrl, pid: child.pid ?? 0, stderr, stop };
  } catch (error) {
    await stop();
    const said = stderr();
    const why = error instanceof Error ? error.message : String(error);
    throw new TargetLost(said === '' ? why : `${why}\nits stderr ends:\n${said}`);
  }
}

/** Why a process need not be waited for: what it ended with, or that the run is stopped; undefined otherwise. */
type Exit = () => string | undefined;

function exitOf(child: ChildProcess, isStopping: () => boolean): Exit {
  let how: string | undefined;
  child.once('error', (error) => (how ??= error.message));
  child.once('exit', (code, signal) => (how ??= signal ?? `exit code ${code}`));
  return () => how ?? (isStopping() ? 'the run was stopped' : undefined);
}

async function printedUrl(child: ChildProcess, exit: Exit, deadline_ms: number): Promise<string> {
  let text = '';
  child.stdout?.on(
    'data',
    (chunk: Buffer) => (text += text.includes('\n') ? '' : chunk.toString()),
  );
  while (!text.includes('\n')) {
    checkAlive(exit);
    if (now() > deadline_ms) throw new TargetLost('the spawned server printed no base URL');
    await pause(poll_ms / 4);
  }
  const first = text.split('\n', 1)[0]?.trim() ?? '';
  if (!URL.canParse(first) || !/^https?:/.test(first)) {
    throw new TargetLost(`the first line of the spawned server is no base URL: ${first}`);
  }
  return first.replace(/\/+$/, '');
}

async function untilAnswers(target: Target, exit: Exit, deadline_ms: number): Promise<void> {
  while (!(await answers(target))) {
    checkAlive(exit);
    if (now() > deadline_ms) {
      throw new TargetLost(`the spawned server does not answer at ${target.base_url}`);
    }
    await pause(poll_ms);
  }
}

function checkAlive(exit: Exit): void {
  const how = exit();
  if (how !== undefined) throw new TargetLost(`the spawned server ended: ${how}`);
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  await stopProcess(child.pid);
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/**
 * Ends a process that the kit has started, and all that it has started itself. They form a group of their own, so that
 * Ctrl-C in a terminal does not end them before the clean-up.
 */
export async function stopProcess(pid: number): Promise<void> {
  if (!Number.isInteger(pid) || pid <= 1) return;
  const deadline_ms = now() + longestFarewell_ms;
  let present = signalGroup(pid, 'SIGTERM');
  while (present && now() < deadline_ms) {
    await pause(poll_ms / 4);
    present = signalGroup(pid, 0);
  }
  signalGroup(pid, 'SIGKILL');
}

/** Sends a signal to a group of processes; false where nobody is left in it. Signal 0 only asks. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
