/** Some work whose cost should grow with its size, not with a power of it. */
export interface CostCase {
  readonly what: string;
  readonly work: Work;
}

type Work = (size: number) => Promise<unknown> | undefined;

/** What a case costs. */
export interface Cost {
  /** About 1 if the processor time is proportional to the size, 2 if it is to the square of it. */
  readonly exponent: number;
  /** Processor time of the large input, in milliseconds. */
  readonly large_ms: number;
}

/** Processor time below which a measurement says nothing, in milliseconds. */
const least_ms = 1;

/**
 * Returns the exponent with which the processor time of some work grows with the size of its input. The work is done
 * with `size` and with ten times as much; the least of three times counts.
 */
export async function costExponent(work: Work, size: number): Promise<number> {
  const large_ms = await leastTime(work, 10 * size);
  return exponentOf(large_ms, await leastTime(work, size));
}

/** Measures a case; the exponent is 0 if ten times the size takes less than `most_ms` of the processor. */
export async function costOf({ work }: CostCase, size: number, most_ms: number): Promise<Cost> {
  const once_ms = await processorTime(work, 10 * size);
  if (once_ms < most_ms) return { exponent: 0, large_ms: once_ms };
  const large_ms = await leastTime(work, 10 * size);
  return { exponent: exponentOf(large_ms, await leastTime(work, size)), large_ms };
}

function exponentOf(large_ms: number, small_ms: number): number {
  return Math.log10(large_ms / Math.max(least_ms, small_ms));
}

async function leastTime(work: Work, size: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) times.push(await processorTime(work, size));
  return Math.max(least_ms, Math.min(...times));
}

async function processorTime(work: Work, size: number): Promise<number> {
  const before = process.cpuUsage();
  // A refusal has a cost too.
  await Promise.resolve(size)
    .then(work)
    .catch(() => undefined);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
