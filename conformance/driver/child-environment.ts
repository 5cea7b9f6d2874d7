import { readdirSync, readFileSync } from 'node:fs';
import { randomHex } from '../base/environment.ts';

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
