import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Returns a clock of the processor time of the main thread, in milliseconds, which excludes other programs and helper
 * threads. Undefined if the system does not provide it (all but Linux).
 */
export function threadClock(): (() => number) | undefined {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  const bytes = Buffer.alloc(64);
  const read = (): number => {
    const descriptor = openSync(file, 'r');
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    closeSync(descriptor);
    return Number(bytes.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
  };
  try {
    return Number.isFinite(read()) ? read : undefined;
  } catch {
    return undefined;
  }
}
