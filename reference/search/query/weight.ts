import type { ErrorCause } from '../../base/service-error.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { FieldReader, Segment, ShardSnapshot } from '../../store/segment.ts';
import type { IndexView } from '../shard-target.ts';

/** The documents that a query is evaluated on: those of a segment, or the objects of a nested field in it. */
export interface Scope {
  readonly fields: FieldReader;
  readonly size: number;
  /** Present if these are the documents of the segment, which have id and routing. */
  readonly segment: Segment | undefined;
}

/** The matches of a query in a scope, deleted documents included. */
export interface Matches {
  readonly docs: DocSet;
  /** Returns the score of a matching document. */
  readonly score: (doc: number) => number;
}

/**
 * A query prepared for one shard: names are resolved, values parsed, statistics of terms computed. It finds the matches in
 * steps, as a query may have many clauses.
 */
export type Weight = (scope: Scope) => Work<Matches>;

/** The context in which a query is prepared. */
export interface ShardContext {
  readonly index: IndexView;
  readonly snapshot: ShardSnapshot;
  readonly now_ms: number;
  /** Full path of the nested field whose objects are queried; undefined for the documents themselves. */
  readonly nestedPath: string | undefined;
  /** How many more words the query may search for. */
  readonly words: { left: number };
}

/** Returns the scope of a segment's documents. */
export function scopeOf(segment: Segment): Scope {
  return { fields: segment, size: segment.size, segment };
}

/** Returns all documents of a scope. */
export function allDocs({ size }: Scope): DocSet {
  return DocSet.full(size);
}

/** A score that is always 0. */
export const zero = (): number => 0;

/** Returns a score that is the same for all documents. */
export function always(score: number): (doc: number) => number {
  const rounded = Math.fround(score);
  return () => rounded;
}

/** Returns the field readers of all segments of a shard, at the nested level of the context. */
export function readersOf({ snapshot, nestedPath }: ShardContext): readonly FieldReader[] {
  return snapshot.views.flatMap(({ segment }) => {
    const reader = nestedPath === undefined ? segment : segment.nested(nestedPath)?.fields;
    return reader === undefined ? [] : [reader];
  });
}

/** Returns the statistics of a text or keyword field in the whole shard. */
export function statisticsOf(context: ShardContext, field: string): FieldStatistics {
  let documentCount = 0;
  let totalLength = 0;
  for (const reader of readersOf(context)) {
    const terms = reader.terms(field);
    documentCount += terms?.documentCount ?? 0;
    totalLength += terms?.totalLength ?? 0;
  }
  return { documentCount, totalLength };
}

/** Returns the number of documents of the shard with a term. */
export function frequencyOf(context: ShardContext, field: string, term: string): number {
  return readersOf(context).reduce(
    (sum, reader) => sum + (reader.terms(field)?.postings.get(term)?.docs.length ?? 0),
    0,
  );
}

/** Returns the error for a query that is not valid for the fields of an index. */
export function queryError(
  { index }: ShardContext,
  reason: string,
  cause?: ErrorCause,
): ServiceError {
  return new ServiceError('query_shard_exception', reason, {
    metadata: { index_uuid: index.uuid, index: index.name },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Statistics of one field in a whole shard, deleted documents included. */
export interface FieldStatistics {
  /** Number of documents with the field. */
  readonly documentCount: number;
  /** Number of terms of the field in all of them. */
  readonly totalLength: number;
}
