/*
 * Loaded into the server before its own code (`--import`), with `--expose-gc`. Answers each message of the parent with
 * the memory that is in use after a garbage collection, and ends the server when the parent is gone.
 */

/** Collections until nothing more is freed: finalizers run between them. */
const collections = 4;

/** The memory of a server in bytes, and what it holds open. */
export interface MemoryReport {
  /** What JavaScript objects and buffers use. */
  readonly used: number;
  /** What the operating system has given, which includes freed memory that was not returned. */
  readonly resident: number;
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
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  const memory: MemoryReport = { used: heapUsed + external, resident: rss, handles };
  process.send?.(memory);
}
