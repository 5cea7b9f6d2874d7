import type { ErrorCause } from '../../base/service-error.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { Index } from '../../store/index-service.ts';
import type { FieldReader, Segment, ShardSnapshot } from '../../store/segment.ts';

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

/**
 * A parsed query, independent of any index: prepares itself for one shard. Throws a ServiceError if a value is invalid for
 * its field, or the field does not support the query. An unmapped field matches nothing.
 */
export type Query = (context: ShardContext) => Work<Weight>;

/** The context in which a query is prepared. */
export interface ShardContext {
  readonly index: Pick<Index, 'name' | 'uuid' | 'mapping'>;
  readonly snapshot: ShardSnapshot;
  readonly now_ms: number;
  /** Full path of the nested field whose objects are queried; undefined for the documents themselves. */
  readonly nestedPath: string | undefined;
  /** How many more words the query may search for. */
  readonly words: { left: number };
}

/** The maximum number of clauses in all bool queries of a request, and of words that they search for together. */
export const maxClauses = 4096;

/** Returns the number of words that the queries of a request may search for. */
export function allWords(): { left: number } {
  return { left: maxClauses };
}

/** Prepares the query of a request for one shard; errors about single values become causes of an error of the query. */
export function* compileQuery(query: Query, context: ShardContext): Work<Weight> {
  try {
    return yield* query(context);
  } catch (error) {
    if (!(error instanceof ServiceError) || !valueErrors.has(error.type)) throw error;
    const { type, reason } = error;
    throw queryError(context, `failed to create query: ${reason}`, { type, reason });
  }
}

const valueErrors: ReadonlySet<string> = new Set([
  'illegal_argument_exception',
  'number_format_exception',
]);

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
function readersOf({ snapshot, nestedPath }: ShardContext): readonly FieldReader[] {
  return snapshot.views.flatMap(({ segment }) => {
    const reader = nestedPath === undefined ? segment : segment.nested(nestedPath)?.fields;
    return reader === undefined ? [] : [reader];
  });
}

/** Builds the inverted index of a text field in all segments of a shard, in steps. */
export function* prepareTerms(context: ShardContext, field: string): Work<void> {
  for (const reader of readersOf(context)) yield* reader.prepareTerms(field);
}

/** Statistics of one field in a whole shard, deleted documents included. */
export type FieldStatistics = ReturnType<typeof statisticsOf>;

/** Returns how many documents of the whole shard have a field with terms, and how many terms it has in all of them. */
export function statisticsOf(context: ShardContext, field: string) {
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
  { index }: Pick<ShardContext, 'index'>,
  reason: string,
  cause?: ErrorCause,
): ServiceError {
  return new ServiceError('query_shard_exception', reason, {
    metadata: { index_uuid: index.uuid, index: index.name },
    ...(cause === undefined ? {} : { cause }),
  });
}
