import type { Environment } from '../../base/environment.ts';
import type { SourcePart } from './open-source.ts';

/** Chooses documents at random: returns how many to skip before the next one. */
export type Gaps = () => number;

/** Returns gaps with which each document is chosen with the probability `share`, between 0 and 1. */
export function randomGaps(share: number, environment: Environment): Gaps {
  const [a = 1, b = 0, c = 0, d = 0] = environment.randomBytes(4);
  let state = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0 || 1;
  const scale = 1 / Math.log(1 - share);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(Math.log(((state >>> 0) + 1) / 2 ** 32) * scale);
  };
}

/** Returns a function that returns the next documents of a part, at most a number of them; none at the end. */
export function openDocs(
  { docs, view: { segment } }: SourcePart,
  gaps: Gaps = () => 0,
): (most: number) => readonly number[] {
  const from = (doc: number): number => {
    if (doc >= segment.size) return -1;
    return docs === undefined ? doc : docs.next(doc);
  };
  const skip = (doc: number): number => {
    let found = from(doc);
    for (let left = gaps(); left > 0 && found !== -1; left--) found = from(found + 1);
    return found;
  };
  let next = skip(0);
  return (most) => {
    const chosen: number[] = [];
    for (; next !== -1 && chosen.length < most; next = skip(next + 1)) chosen.push(next);
    return chosen;
  };
}
