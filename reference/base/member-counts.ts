/** The numbers of members of objects that have many: an engine lists all names of such an object to find the first. */
const counts = new WeakMap<object, number>();

/** Listing fewer names takes less than a millisecond. */
const many = 4096;

/** Remembers how many members an object has that will not change. */
export function noteMembers(object: object, count: number): void {
  if (count >= many) counts.set(object, count);
}

/** True if an object has more members than a limit. Fast for a large object that was read in turns. */
export function hasMoreMembers(object: object, limit: number): boolean {
  const known = counts.get(object);
  if (known !== undefined) return known > limit;
  let names = 0;
  for (const _ in object) if (++names > limit) return true;
  return false;
}
