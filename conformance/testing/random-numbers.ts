/** Returns pseudo-random numbers from 0 (inclusive) to 1; the same seed gives the same numbers. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
