import { readFileSync } from 'node:fs';

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
