/**
 * Returns the exponent with which the processor time of some work grows with the size of its input: about 1 if it is
 * linear, 2 if it is quadratic. The work is done with `size` and with ten times as much; the least of three times counts.
 */
export async function costExponent(
  work: (size: number) => Promise<unknown> | undefined,
  size: number,
): Promise<number> {
  const [small, large] = [await leastTime(work, size), await leastTime(work, 10 * size)];
  return Math.log10(large / small);
}

/** Processor time below which a measurement says nothing, in microseconds. */
const minTime = 2000;

async function leastTime(
  work: (size: number) => Promise<unknown> | undefined,
  size: number,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    await work(size);
    const { user, system } = process.cpuUsage(before);
    times.push(user + system);
  }
  return Math.max(minTime, Math.min(...times));
}
