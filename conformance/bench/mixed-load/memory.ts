import type { MemoryReport } from './report-memory.ts';

/** The memory of a server at one age. */
export interface MemorySample extends MemoryReport {
  /** The share of the run that had passed. */
  readonly progress: number;
  /** The size of the data folder. */
  readonly stored: number;
}

const megabyte = 2 ** 20;

/** How much more is accepted: noise of the collector. */
const [ratio, slack_bytes] = [1.25, 16 * megabyte] as const;

/**
 * Compares each sample with the first one, and returns what grew by more than the limits: the handles, and the memory
 * if `judgesMemory`, which a short run cannot tell.
 */
export function grown(samples: readonly MemorySample[], judgesMemory: boolean): readonly string[] {
  const [first, ...later] = samples;
  if (first === undefined) return [];
  return later.flatMap((sample) => {
    const larger = (['used', 'resident', 'stored'] as const).filter(
      (figure) => judgesMemory && sample[figure] > first[figure] * ratio + slack_bytes,
    );
    const handles = Object.entries(sample.handles).filter(
      ([kind, count]) => count > (first.handles[kind] ?? 0),
    );
    const lines = [
      ...larger.map(
        (figure) => `${figure} ${megabytes(sample[figure])} instead of ${megabytes(first[figure])}`,
      ),
      ...handles.map(([kind, count]) => `${count} ${kind} instead of ${first.handles[kind] ?? 0}`),
    ];
    return lines.map((line) => `at ${Math.round(sample.progress * 100)} % of the run: ${line}`);
  });
}

/** A number of bytes for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
