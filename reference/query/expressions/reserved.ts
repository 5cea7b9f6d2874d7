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

/** True for words that are no names in an expression unless they stand in back-quotes. */
export function isReserved(word: string): boolean {
  return reserved.has(word.toLowerCase());
}
