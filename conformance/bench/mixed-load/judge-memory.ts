import { at } from '../../base/assert.ts';
import type { MemoryReport } from './collect-memory.ts';

/** The memory of a server at one age of one of the two long lives. */
export interface MemorySample extends MemoryReport {
  /** The share of the run that had passed. */
  readonly progress: number;
  /** The size of the data folder. */
  readonly stored: number;
}

/** How much more is accepted: noise of the collector, and the keys, which are kept for days. */
const limits = {
  /** What JavaScript objects and buffers use. */
  used: { ratio: 1.15, bytes: 4 * 2 ** 20 },
  /** What the operating system has given, which includes freed memory that was not returned. */
  resident: { ratio: 1.25, bytes: 16 * 2 ** 20 },
  stored: { ratio: 1.25, bytes: 4 * 2 ** 20 },
} as const;

type Figure = keyof typeof limits;

/**
 * Compares the samples of the last quarter with those of the second quarter, each with the one of the same age; and the
 * last of each long life with its first. Returns what grew by more than the limits.
 */
export function judgeMemory(samples: readonly MemorySample[]): readonly string[] {
  return pairsOf(samples).flatMap(([before, after]) => growth(before, after));
}

/** Compares the same samples; returns the handles that the later one has and the earlier one has not. */
export function judgeHandles(samples: readonly MemorySample[]): readonly string[] {
  return pairsOf(samples).flatMap(([before, after]) => newHandles(before, after));
}

type Pair = readonly [before: MemorySample, after: MemorySample];

function pairsOf(samples: readonly MemorySample[]): readonly Pair[] {
  const half = samples.length / 2;
  const early = samples.slice(0, half);
  const late = samples.slice(half);
  if (half === 0) return [];
  return [
    ...early.map((sample, index): Pair => [sample, at(late, index)]),
    [at(early, 0), at(early, half - 1)],
    [at(late, 0), at(late, half - 1)],
  ];
}

function growth(before: MemorySample, after: MemorySample): readonly string[] {
  return (Object.keys(limits) as readonly Figure[]).flatMap((figure) => {
    const { ratio, bytes } = limits[figure];
    const [first, last] = [figureOf(before, figure), figureOf(after, figure)];
    if (last <= first * ratio + bytes) return [];
    return [
      `${figure} memory grew from ${megabytes(first)} to ${megabytes(last)} (${span(before, after)})`,
    ];
  });
}

function newHandles(before: MemorySample, after: MemorySample): readonly string[] {
  return Object.entries(after.handles).flatMap(([kind, count]) => {
    const first = before.handles[kind] ?? 0;
    return count <= first
      ? []
      : [`${count} instead of ${first} handles of kind ${kind} (${span(before, after)})`];
  });
}

function figureOf({ heap, external, resident, stored }: MemorySample, figure: Figure): number {
  if (figure === 'used') return heap + external;
  return figure === 'resident' ? resident : stored;
}

function span(before: MemorySample, after: MemorySample): string {
  return `from ${percent(before.progress)} to ${percent(after.progress)} of the run`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A number of bytes for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
