import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Ticks in a second, in which Linux counts processor time. */
const ticksPerSecond = 100;

/** Returns the processor time of a process with all its threads, in milliseconds. Linux only. */
export function processorTime(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name of the program, in parentheses, may contain blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** Returns the resident memory of a process in bytes. Linux only. */
export function residentMemory(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1]) * 1024;
}

/** Returns the process that listens on a port of this machine. Throws an Error if there is none. Linux only. */
export function processOnPort(port: number): number {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => readFileSync(file, 'latin1').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(end) === true && state === '0A')
    .map((fields) => `socket:[${fields[9]}]`);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => openFiles(pid).some((file) => sockets.includes(file)));
  if (found === undefined) throw new Error(`no process listens on port ${port}`);
  return Number(found);
}

function openFiles(pid: string): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((name) => readlinkSync(`${folder}/${name}`));
  } catch {
    // The process has ended, or belongs to somebody else.
    return [];
  }
}
