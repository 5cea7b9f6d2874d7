import type { SourcePart } from './open-source.ts';

/** Returns a function that returns the next documents of a part, at most a number of them; none at the end. */
export function openDocs({
  docs,
  view: { segment },
}: SourcePart): (most: number) => readonly number[] {
  const from = (doc: number): number => {
    if (doc >= segment.size) return -1;
    return docs === undefined ? doc : docs.next(doc);
  };
  let next = from(0);
  return (most) => {
    const chosen: number[] = [];
    for (; next !== -1 && chosen.length < most; next = from(next + 1)) chosen.push(next);
    return chosen;
  };
}
