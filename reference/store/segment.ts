import type { Bitset } from './bitset.ts';

/** Values of a numeric column: bigint if a segment has integers that a double cannot represent (and for date_nanos). */
export type NumericValues = Float64Array | BigInt64Array | BigUint64Array;

/**
 * The values of one numeric, boolean, date, date_nanos or range-bound field, a column over the documents of a segment.
 * Dates are milliseconds, date_nanos nanoseconds (bigint), booleans 0 and 1. The values of a document are at
 * `starts[doc] … starts[doc + 1]`, ascending. A range field is two columns, `<field>#gte` and `<field>#lte`, with
 * inclusive bounds (an open end is ±Infinity, or the least and greatest bigint); they keep the order of the document,
 * so that the n-th entries of both belong together.
 */
export interface NumericColumn {
  readonly kind: 'numeric';
  readonly starts: Uint32Array;
  readonly values: NumericValues;
  /** Indices into `values`, ascending by value: used for ranges and for sorted iteration. */
  readonly order: Uint32Array;
  /** The document that owns each entry of `values`. */
  readonly owners: Uint32Array;
}

/** Distinct terms, ascending by UTF-8 bytes (code points). */
export interface TermDictionary {
  readonly size: number;
  /** The term with this number, 0 … size - 1. */
  readonly at: (ordinal: number) => string;
  /** The number of the term, or -1. */
  readonly find: (term: string) => number;
  /** The number of the first term that is not less than `term`; `size` if there is none. */
  readonly lowerBound: (term: string) => number;
}

/**
 * The values of one keyword or ip field: numbers of terms in `terms`, ascending and distinct in a document.
 * Terms of ip fields are in the form of `encodeIp` (ip.ts), whose order is that of the addresses.
 */
export interface OrdinalColumn {
  readonly kind: 'ordinal';
  readonly starts: Uint32Array;
  readonly ordinals: Uint32Array;
  readonly terms: TermDictionary;
}

export type Column = NumericColumn | OrdinalColumn;

/** The documents that hold one term, ascending, with how often and (text only) where. */
export interface Postings {
  readonly docs: Uint32Array;
  /** How often `docs[i]` holds the term; absent if each holds it once (keyword and ip fields). */
  readonly frequencies?: Uint32Array;
  /** Those of `docs[i]` are the `frequencies[i]` entries from `positionStarts[i]` on, ascending. Text fields only. */
  readonly positions?: Uint32Array;
  readonly positionStarts?: Uint32Array;
}

/** The inverted index of one text, keyword or ip field (also `_routing`). */
export interface TermIndex {
  readonly terms: TermDictionary;
  readonly postings: (term: string) => Postings | undefined;
  /** The same by the number of the term in `terms`. */
  readonly postingsAt: (ordinal: number) => Postings;
  /** Number of terms of the field in each document, for scoring; absent for keyword fields. */
  readonly lengths?: Uint32Array;
  /** Documents that hold the field, and the sum of `lengths`. */
  readonly documentCount: number;
  readonly totalLength: number;
}

/**
 * The objects of one nested field, as documents of their own; `parents[child]` is the document of the enclosing reader
 * that contains them, ascending. `fields` knows no `_id`; `fields.nested` goes one level deeper.
 */
export interface NestedDocuments {
  readonly path: string;
  readonly parents: Uint32Array;
  readonly fields: FieldReader;
  readonly size: number;
}

/** Read access to the fields of a set of documents. Field names are full paths (`a.b`). */
export interface FieldReader {
  readonly column: (field: string) => Column | undefined;
  readonly terms: (field: string) => TermIndex | undefined;
  /** Documents in which the field has a value (an object field: any of its members). */
  readonly present: (field: string) => Bitset | undefined;
  /** The nested field with a full path, at any depth; the parents are always documents of this reader. */
  readonly nested: (path: string) => NestedDocuments | undefined;
}

/** An immutable run of documents. Document numbers count from 0 to `size` - 1. */
export interface Segment extends FieldReader {
  readonly size: number;
  readonly id: (doc: number) => string;
  /** The body as it was sent: JSON text. */
  readonly source: (doc: number) => string;
  readonly routing: (doc: number) => string | undefined;
  readonly sequence: (doc: number) => number;
  readonly version: (doc: number) => number;
  /** The document with this id (the last one, if the segment has several). */
  readonly find: (id: string) => number | undefined;
  /** Size on the heap and outside of it, estimated, in bytes. */
  readonly bytes: number;
}

/** A segment in a snapshot. */
export interface SegmentView {
  readonly segment: Segment;
  /** Documents that are not deleted; absent if all are live. */
  readonly live: Bitset | undefined;
  readonly liveCount: number;
  /**
   * Number of documents (live or not) in the segments before this one: its document numbers in the snapshot start here.
   */
  readonly base: number;
}

/** An immutable state of one shard. Holding it costs one reference. */
export interface ShardSnapshot {
  readonly index: string;
  readonly shard: number;
  readonly views: readonly SegmentView[];
  readonly liveCount: number;
  /** Sum of the segments' sizes: the first number that no document has. */
  readonly limit: number;
}
