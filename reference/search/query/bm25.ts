const { fround } = Math;

/** Saturation of the term frequency: the higher, the more repeated terms add to the score. */
const k1 = fround(1.2);

/** Influence of the length of a document on the score, from 0 to 1. */
const b = 0.75;

/** Statistics of one field in a whole shard, deleted documents included. */
export interface FieldStatistics {
  /** Number of documents with the field. */
  readonly documentCount: number;
  /** Number of terms of the field in all of them. */
  readonly totalLength: number;
}

/**
 * Returns the weight of a term in `documentFrequency` documents: ln(1 + (N - n + 0.5) / (n + 0.5)), rounded to 32 bits.
 */
export function inverseDocumentFrequency(
  documentFrequency: number,
  { documentCount }: FieldStatistics,
): number {
  const ratio = (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5);
  return fround(Math.log(1 + ratio));
}

/**
 * Returns the score of a term, or phrase, by its frequency in a document and the document's length in terms:
 * weight · (k1 + 1) · f / (f + k1 · (1 - b + b · length / average length)). Every step is rounded to 32 bits, as in
 * Lucene, so that equal documents have equal scores.
 */
export function bm25(
  { boost, idf }: { readonly boost: number; readonly idf: number },
  statistics: FieldStatistics,
): (frequency: number, length: number) => number {
  const { documentCount, totalLength } = statistics;
  const average = documentCount > 0 && totalLength > 0 ? fround(totalLength / documentCount) : 1;
  const weight = fround(fround(fround(boost) * fround(1 + k1)) * fround(idf));
  return (frequency, length) => {
    const share = fround(fround(b * quantizeLength(length)) / average);
    const inverse = fround(1 / fround(k1 * fround(1 - b + share)));
    return fround(weight - fround(weight / fround(1 + fround(frequency * inverse))));
  };
}

/**
 * Rounds a length to the precision of one byte: exact up to 40, four significant bits above, rounded down. As Lucene
 * stores lengths like this, scores of long documents depend on it.
 */
export function quantizeLength(length: number): number {
  const exact = 24;
  if (length < exact + 16) return length;
  const rest = length - exact;
  const shift = 31 - Math.clz32(rest) - 3;
  return exact + ((rest >>> shift) << shift);
}
