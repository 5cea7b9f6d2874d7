import type { Work } from '../base/work.ts';
import type { DocSet } from './doc-set.ts';
import type { IndexValue } from './parsed-document.ts';

/**
 * A value of a column. Dates are milliseconds, date_nanos nanoseconds (bigint), booleans 0 and 1, integers bigint if a
 * double cannot represent them. Addresses are in the form of `encodeIp` (ip.ts), whose order is that of the addresses.
 */
export type ColumnValue = number | bigint | string;

/**
 * The values of one field of a document: ascending, and distinct in keyword and ip fields. A range field is two columns,
 * `<field>#gte` and `<field>#lte`, with inclusive bounds (an open end is ±Infinity); they keep the order of the document,
 * so that the n-th entries of both belong together.
 */
export type Column = (doc: number) => readonly ColumnValue[];

/** The documents with one term, ascending, with its frequency and (text fields only) its positions. */
export interface Postings {
  readonly docs: readonly number[];
  /** How often the term occurs in `docs[i]`; absent if it occurs once in each (keyword and ip fields). */
  readonly frequencies?: readonly number[];
  /**
   * The positions in `docs[i]` are the `frequencies[i]` entries from `positionStarts[i]` on, ascending. Text fields
   * only.
   */
  readonly positions?: readonly number[];
  readonly positionStarts?: readonly number[];
}

/** The inverted index of one field that is not a range (also `_routing`). */
export interface TermIndex {
  readonly postings: ReadonlyMap<string, Postings>;
  /** Number of terms of the field in each document, for scoring; present for text fields only. */
  readonly lengths?: Uint32Array;
  /** Number of documents with a term of the field. */
  readonly documentCount: number;
  /** Sum of `lengths`. */
  readonly totalLength: number;
}

/**
 * The objects of one nested field, as separate documents; `parents[child]` is the document of the enclosing reader that
 * contains them, ascending. `fields` has no `_id`; `fields.nested` is one level deeper.
 */
export interface NestedDocuments {
  readonly path: string;
  readonly parents: Uint32Array;
  readonly fields: FieldReader;
  readonly size: number;
}

/** Read access to the fields of a set of documents. Field names are full paths (`a.b`). */
export interface FieldReader {
  /** Returns the values of a field of a document, in the order of the document; undefined if none has some. */
  readonly values: (field: string) => ((doc: number) => readonly IndexValue[]) | undefined;
  readonly column: (field: string) => Column | undefined;
  /** Returns the inverted index of a field that is not a range, which is built at once if it is not there. */
  readonly terms: (field: string) => TermIndex | undefined;
  /** Sorts the values of the documents by field in steps, unless they are sorted; otherwise the first use does it at once. */
  readonly prepare: () => Work<void>;
  /** Builds the inverted index of a field that is not a range in steps, unless it is there. */
  readonly prepareTerms: (field: string) => Work<void>;
  /** Returns the documents in which the field has a value. */
  readonly present: (field: string) => DocSet | undefined;
  /** Returns the nested field with a full path, at any depth; its parents are always documents of this reader. */
  readonly nested: (path: string) => NestedDocuments | undefined;
}

/** An immutable set of documents, numbered from 0 to `size` - 1. */
export interface Segment extends FieldReader {
  readonly size: number;
  readonly id: (doc: number) => string;
  /** Returns the body as it was sent: JSON text. */
  readonly source: (doc: number) => string;
  readonly routing: (doc: number) => string | undefined;
  readonly sequence: (doc: number) => number;
  readonly version: (doc: number) => number;
  /** Returns the document with this id (the last one, if the segment has several). */
  readonly find: (id: string) => number | undefined;
  /** Number of documents to process between two pauses: few if one has many values. */
  readonly stride: number;
  /** Estimated size in bytes, on the heap and outside of it. */
  readonly bytes: number;
  /** Aborted when the index no longer uses the segment; only open scrolls and points in time still may. */
  readonly retired: AbortSignal;
}

/** A segment in a snapshot. */
export interface SegmentView {
  readonly segment: Segment;
  /** Documents that are not deleted. */
  readonly live: DocSet;
  readonly liveCount: number;
  /**
   * Number of documents (live or not) in the segments before this one, at which its document numbers in the snapshot
   * start.
   */
  readonly base: number;
}

/** An immutable state of one shard. */
export interface ShardSnapshot {
  readonly index: string;
  readonly shard: number;
  readonly views: readonly SegmentView[];
  readonly liveCount: number;
  /** Sum of the sizes of all segments; all document numbers are below it. */
  readonly limit: number;
}
