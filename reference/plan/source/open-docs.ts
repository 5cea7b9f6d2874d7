import type { SourcePart } from './open-source.ts';

/** Returns a function that returns the next documents of a part, at most a number of them; none at the end. */
export function openDocs({ docs }: SourcePart): (most: number) => readonly number[] {
  let next = docs.next(0);
  return (most) => {
    const chosen: number[] = [];
    for (; next !== -1 && chosen.length < most; next = docs.next(next + 1)) chosen.push(next);
    return chosen;
  };
}
