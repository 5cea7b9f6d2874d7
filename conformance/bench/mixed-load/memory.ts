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
const limits = {
  used: { ratio: 1.15, bytes: 4 * megabyte },
  resident: { ratio: 1.25, bytes: 16 * megabyte },
  stored: { ratio: 1.25, bytes: 4 * megabyte },
} as const;

/**
 * Compares each sample with the first one, and returns what grew by more than the limits: the handles, and the memory
 * if `judgesMemory`, which a short run cannot tell.
 */
export function grown(samples: readonly MemorySample[], judgesMemory: boolean): readonly string[] {
  const [first, ...later] = samples;
  if (first === undefined) return [];
  return later.flatMap((sample) => {
    const [from, to] = [first, sample].map(({ progress }) => `${Math.round(progress * 100)} %`);
    const lines = [
      ...(judgesMemory ? grownMemory(first, sample) : []),
      ...newHandles(first, sample),
    ];
    return lines.map((line) => `${line} (from ${from} to ${to} of the run)`);
  });
}

function grownMemory(before: MemorySample, after: MemorySample): readonly string[] {
  return (['used', 'resident', 'stored'] as const)
    .filter((figure) => {
      const { ratio, bytes } = limits[figure];
      return after[figure] > before[figure] * ratio + bytes;
    })
    .map((figure) => {
      const [least, most] = [before, after].map((sample) => megabytes(sample[figure]));
      return `${figure} memory grew from ${least} to ${most}`;
    });
}

function newHandles(before: MemorySample, after: MemorySample): readonly string[] {
  return Object.entries(after.handles)
    .filter(([kind, count]) => count > (before.handles[kind] ?? 0))
    .map(
      ([kind, count]) => `${count} instead of ${before.handles[kind] ?? 0} handles of kind ${kind}`,
    );
}

/** A number of bytes for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
