import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { at, defined, TargetLost } from '../base/errors.ts';
import { now, pause, isShuttingDown, randomHex } from '../base/environment.ts';
import { lookAt } from './client.ts';
import type { Target } from './target.ts';
import { outputOf } from '../base/process-output.ts';
import { readdirSync, readFileSync } from 'node:fs';

/** Time limit until a server must exit after SIGTERM; then it receives SIGKILL. */
const exitTimeout_ms = 5000;

/** The same once the run is being stopped. */
const hastyTimeout_ms = 1500;

/** Maximum length of the first line of a server that prints its base URL. */
const maxUrlCharacters = 10_000;

/** Maximum length of the kept beginning and end of the stderr output. */
const maxStderrCharacters = 6000;

/** Time limit for reading the rest of the output of a process that has ended. */
const readTimeout_ms = 500;

const poll_ms = 25;

/** A server that does not answer yet is asked again after 25, 50, 75 ms and so on, up to so many times 25. */
const maxPolls = 8;

/** A server that the kit started. */
export interface SpawnedServer {
  readonly base_url: string;
  /** The process id of the leader of its process group. */
  readonly pid: number;
  /** Returns the beginning and the end of its stderr output. */
  readonly stderr: () => string;
  /** Ends it with SIGTERM, and with SIGKILL if it does not exit. Throws TargetLost if another one has answered in its place. */
  stop(): Promise<void>;
}

/** The command that starts a server, and its time limit. */
export interface SpawnOptions {
  /**
   * A shell command, or a program and its arguments. `{port}` becomes a free port; without it, the first line that the
   * server prints must be its base URL.
   */
  readonly command: string | readonly string[];
  readonly start_timeout_ms: number;
  /** What the command starts, for errors. Default: `the spawned server`. */
  readonly what?: string;
  /** Headers, certificates and the timeout of the requests that check if the server responds. */
  readonly target: Omit<Target, 'base_url'>;
  /** True once the run is being stopped; ends the wait. */
  readonly isStopping: () => boolean;
}

/** What a server did instead of starting: a text that follows its name. */
class StartProblem extends Error {}

/** The servers that run. If this process ends without stopping them, they must not stay. */
const killedAtExit = new Map<ChildProcess, string>();
process.once('exit', () => {
  for (const [{ pid }, mark] of killedAtExit) {
    if (pid !== undefined) signalGroup(pid, 'SIGKILL');
    killMarked(mark);
  }
});

/** Starts a server and waits until it responds. If it exits or does not respond, stops it and throws TargetLost. */
export async function spawnServer(options: SpawnOptions): Promise<SpawnedServer> {
  const parts = [options.command].flat();
  const port = parts.some((part) => part.includes('{port}')) ? await freePort() : undefined;
  const [program, ...args] = parts.map((part) => part.replaceAll('{port}', `${port}`));
  const isShell = typeof options.command === 'string';
  const started = defined(program, 'program to start');
  const { env, mark } = childEnvironment();
  const child = spawn(isShell ? outlivingItsCommand(started) : started, args, {
    shell: isShell,
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stderr = outputOf(child.stderr, maxStderrCharacters);
  const exit = exitOf(child, options.isStopping);
  killedAtExit.set(child, mark);
  const end = (): Promise<void> => stopGroup(child, mark).finally(() => killedAtExit.delete(child));
  const lost = (what: string): TargetLost => {
    const [reason, output] = [`${options.what ?? 'the spawned server'} ${what}`, stderr()];
    return new TargetLost(output === '' ? reason : `${reason}\nits stderr output:\n${output}`);
  };
  const deadline_ms = now() + options.start_timeout_ms;
  try {
    const baseUrl =
      port === undefined ? await printedUrl(child, exit, deadline_ms) : `http://127.0.0.1:${port}`;
    child.stdout?.resume();
    const target = { ...options.target, base_url: baseUrl };
    await untilAnswers(target, exit, deadline_ms);
    const stop = async (): Promise<void> => {
      const hasFailed = (child.exitCode ?? 0) !== 0;
      await end();
      const isReplaced = hasFailed && (await lookAt(target)) === 'ready';
      if (isReplaced) throw lost('ended, and another server answers in its place');
    };
    return { base_url: baseUrl, pid: defined(child.pid, 'pid of a running server'), stderr, stop };
  } catch (error) {
    await untilRead(child);
    await end();
    throw error instanceof StartProblem ? lost(error.message) : error;
  }
}

/**
 * Lets a shell outlive SIGTERM until its command has ended. Otherwise it would end first, and in a container without an
 * init process nobody would notice the end of the command.
 */
function outlivingItsCommand(command: string): string {
  return process.platform === 'win32' ? command : `trap : TERM; ${command}`;
}

/** The reason to stop waiting for a process: its end, or the end of the run; undefined to continue waiting. */
type Exit = () => string | undefined;

function exitOf(child: ChildProcess, isStopping: () => boolean): Exit {
  let end: string | undefined;
  child.once('error', (error) => (end ??= error.message));
  child.once('exit', (code, signal) => (end ??= signal ?? `exit code ${code}`));
  return () => end ?? (isStopping() ? 'the run was stopped' : undefined);
}

async function printedUrl(child: ChildProcess, exit: Exit, deadline_ms: number): Promise<string> {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    if (!text.includes('\n') && text.length <= maxUrlCharacters) text += chunk.toString();
  });
  while (!text.includes('\n')) {
    checkAlive(exit);
    if (text.length > maxUrlCharacters) {
      throw new StartProblem(`printed ${maxUrlCharacters} characters without the end of a line`);
    }
    if (now() > deadline_ms) throw new StartProblem('printed no base URL');
    await pause(poll_ms);
  }
  const first = at(text.split('\n', 1), 0).trim();
  if (!URL.canParse(first) || !/^https?:/.test(first)) {
    throw new StartProblem(`printed a first line that is not a base URL: ${first}`);
  }
  return first.replace(/\/+$/, '');
}

/** Waits until the server is ready. One that still says in the end that it is not is left to the run. */
async function untilAnswers(target: Target, exit: Exit, deadline_ms: number): Promise<void> {
  for (let polls = 1; ; polls += 1) {
    const found = await lookAt(target);
    checkAlive(exit);
    if (found === 'ready') return;
    if (now() > deadline_ms) {
      if (found === 'unavailable') return;
      throw new StartProblem(`does not answer at ${target.base_url}`);
    }
    // Some servers start within a quarter of a second, some need a minute.
    await pause(Math.min(polls, maxPolls) * poll_ms);
  }
}

function checkAlive(exit: Exit): void {
  const end = exit();
  if (end !== undefined) throw new StartProblem(`ended: ${end}`);
}

/** Resolves once the output of a process that has ended is read; at once if it still runs. */
async function untilRead(child: ChildProcess): Promise<void> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  const { stderr } = child;
  if (!hasEnded || stderr === null || stderr.destroyed) return;
  // A child of the process may keep stderr open.
  await Promise.race([
    new Promise((resolve) => stderr.once('close', resolve)),
    pause(readTimeout_ms),
  ]);
}

async function stopGroup(child: ChildProcess, mark: string): Promise<void> {
  if (child.pid === undefined) return;
  await stopProcess(child.pid, mark);
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/**
 * Ends a process that the kit started, and all that it has started. They have their own process group, because Ctrl-C in a
 * terminal must not end them before the cleanup.
 */
export async function stopProcess(pid: number, mark = markOf(pid)): Promise<void> {
  if (!Number.isInteger(pid) || pid <= 1) return;
  const deadline_ms = now() + (isShuttingDown() ? hastyTimeout_ms : exitTimeout_ms);
  let present = signalGroup(pid, 'SIGTERM');
  while (present && now() < deadline_ms) {
    await pause(poll_ms);
    present = signalGroup(pid, 0);
  }
  signalGroup(pid, 'SIGKILL');
  killMarked(mark);
}

/** Sends a signal to a process group; false if the group has no process left. Signal 0 only checks. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** The ports that spawned servers get are below those that systems give to clients and to servers without a port. */
const ports = { first: 12_000, count: 20_000 };
/** Processes that run at the same time try different ports: each begins this far from the next. */
const portsOfProcess = 40;
let portsTried = 0;

async function freePort(): Promise<number> {
  for (let tries = 0; tries < ports.count; tries += 1) {
    const offset = (process.pid * portsOfProcess + portsTried) % ports.count;
    portsTried += 1;
    if (await isFree(ports.first + offset)) return ports.first + offset;
  }
  throw new TargetLost('there is no free port for the spawned server');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The variable that holds the secret if `--auth` names no source. */
export const secretVariable = 'SEARCH_CONFORMANCE_SECRET';

/** The variable that tells which processes come from a command that the kit has started. */
const markVariable = 'SEARCH_CONFORMANCE_CHILD';

/** Returns the environment of a command that the kit starts: without the secret, and with a mark of its own. */
export function childEnvironment() {
  const { [secretVariable]: _, ...kept } = process.env;
  const mark = randomHex(8);
  return { env: { ...kept, [markVariable]: mark }, mark };
}

/**
 * The processes that a command has left, also in process groups and sessions of their own. Known on Linux only; elsewhere
 * the list is empty.
 */
function markedProcesses(mark: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const wanted = `${markVariable}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).split('\0').includes(wanted))
    .map(Number);
}

/** Ends what a command has left behind. */
export function killMarked(mark: string): void {
  for (const pid of mark === '' ? [] : markedProcesses(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The mark of a process that the kit has started; empty if it is not known. */
export function markOf(pid: number): string {
  const start = `${markVariable}=`;
  const found = environmentOf(`${pid}`)
    .split('\0')
    .find((text) => text.startsWith(start));
  return found?.slice(start.length) ?? '';
}

/** The environment of a process; empty for one that has ended, or is of another user. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
