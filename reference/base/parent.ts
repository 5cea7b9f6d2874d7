import { execFileSync } from 'node:child_process';
import { fstatSync, readFileSync } from 'node:fs';
import type { Environment } from './environment.ts';

const look_ms = 250;

/** What the help says about the flag. */
export const withParentHelp =
  'stop when the process that started this one ends or closes its standard input; for tests, also through npx (default: off)';

/**
 * Calls `onGone` once when the process that started this one ends, or when the standard input is a pipe and is closed.
 * Under npx, both npm and the shell between are watched: whoever ends npx leaves the shell or this process behind.
 */
export function watchParent({ setTimer }: Pick<Environment, 'setTimer'>, onGone: () => void): void {
  const parent = process.ppid;
  const watched = isUnderNpm() ? [parent, ...parentOf(parent)] : [parent];
  let isGone = false;
  const end = (): void => {
    if (!isGone) onGone();
    isGone = true;
  };
  const look = (): void => {
    if (process.ppid !== parent || !watched.every(isAlive)) end();
    else if (!isGone) setTimer(look_ms, look);
  };
  look();
  if (isPipe()) process.stdin.on('end', end).on('close', end).on('error', end).resume();
}

function isUnderNpm(): boolean {
  return process.env['npm_execpath'] !== undefined;
}

/** Returns the parent of a process; nothing where the platform has no quick way to ask, as on Windows. */
function parentOf(pid: number): readonly number[] {
  try {
    const found = process.platform === 'linux' ? readStatus(pid) : askPs(pid);
    return found > 1 ? [found] : [];
  } catch {
    return [];
  }
}

/** The name of the program, in brackets, may contain anything; the state and the parent follow it. */
function readStatus(pid: number): number {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(
    status
      .slice(status.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[1],
  );
}

function askPs(pid: number): number {
  if (process.platform === 'win32') return Number.NaN;
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
}

/** Returns whether there is a process with this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists, but may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}
