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
  return later.flatMap((sample) => [
    ...(judgesMemory ? grownMemory(first, sample) : []),
    ...newHandles(first, sample),
  ]);
}

function grownMemory(before: MemorySample, after: MemorySample): readonly string[] {
  return (['used', 'resident', 'stored'] as const).flatMap((figure) => {
    const { ratio, bytes } = limits[figure];
    if (after[figure] <= before[figure] * ratio + bytes) return [];
    const sizes = `from ${megabytes(before[figure])} to ${megabytes(after[figure])}`;
    return [`${figure} memory grew ${sizes} (${span(before, after)})`];
  });
}

function newHandles(before: MemorySample, after: MemorySample): readonly string[] {
  return Object.entries(after.handles).flatMap(([kind, count]) => {
    const first = before.handles[kind] ?? 0;
    if (count <= first) return [];
    return [`${count} instead of ${first} handles of kind ${kind} (${span(before, after)})`];
  });
}

function span(before: MemorySample, after: MemorySample): string {
  const [from, to] = [before, after].map(({ progress }) => `${Math.round(progress * 100)} %`);
  return `from ${from} to ${to} of the run`;
}

/** A number of bytes for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
