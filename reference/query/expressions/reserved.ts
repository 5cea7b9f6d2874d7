const reserved: ReadonlySet<string> = new Set([
  'and',
  'asc',
  'by',
  'desc',
  'false',
  'in',
  'is',
  'like',
  'not',
  'null',
  'nulls',
  'or',
  'rlike',
  'true',
  'where',
]);

/** Returns whether a word is only a name in an expression if it is in back-quotes. */
export function isReserved(word: string): boolean {
  return reserved.has(word.toLowerCase());
}
