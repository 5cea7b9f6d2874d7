import { resourceUsage } from 'node:process';

/*
 * Loaded into the server before its own code (`--import`), with `--expose-gc`. Answers each message of the parent with
 * the memory that is in use after a garbage collection, and ends the server when the parent is gone.
 */

/** Collections until nothing more is freed: finalizers run between them. */
const collections = 4;

/** The memory of a server in bytes, what it holds open, and the processor time that it has used. */
export interface MemoryReport {
  readonly heap: number;
  readonly external: number;
  readonly resident: number;
  readonly cpu_ms: number;
  /** The number of handles and timers that keep the process alive, by kind. */
  readonly handles: Readonly<Record<string, number>>;
}

process.on('message', () => void report());
process.on('disconnect', () => process.exit(0));
// A server without a connection must still be able to end.
process.channel?.unref();

async function report(): Promise<void> {
  for (let round = 0; round < collections; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const { userCPUTime, systemCPUTime } = resourceUsage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  const cpu_ms = Math.round((userCPUTime + systemCPUTime) / 1000);
  const memory: MemoryReport = { heap: heapUsed, external, resident: rss, cpu_ms, handles };
  process.send?.(memory);
}
