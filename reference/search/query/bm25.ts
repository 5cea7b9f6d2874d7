/** Saturation of the term frequency: the higher, the more repeated terms add to the score. */
const k1 = 1.2;

/** Influence of the length of a document on the score, from 0 to 1. */
const b = 0.75;

/** Statistics of one field in a whole shard, deleted documents included. */
export interface FieldStatistics {
  /** Number of documents with the field. */
  readonly documentCount: number;
  /** Number of terms of the field in all of them. */
  readonly totalLength: number;
}

/** Returns the weight of a term in `documentFrequency` documents: ln(1 + (N - n + 0.5) / (n + 0.5)). */
export function inverseDocumentFrequency(
  documentFrequency: number,
  { documentCount }: FieldStatistics,
): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/**
 * Returns the score of a term, or phrase, by its frequency in a document and the document's length in terms:
 * weight · (k1 + 1) · f / (f + k1 · (1 - b + b · length / average length)), rounded to 32 bits.
 */
export function bm25(
  weight: number,
  statistics: FieldStatistics,
): (frequency: number, length: number) => number {
  const { documentCount, totalLength } = statistics;
  const average = documentCount > 0 && totalLength > 0 ? totalLength / documentCount : 1;
  const factor = weight * (k1 + 1);
  return (frequency, length) => {
    const norm = k1 * (1 - b + (b * quantizeLength(length)) / average);
    return Math.fround((factor * frequency) / (frequency + norm));
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
