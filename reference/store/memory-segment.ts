import { fieldReader, once } from './field-reader.ts';
import type { ParsedFields } from './parsed-document.ts';
import type { Segment } from './segment.ts';

/** A document as it is indexed. */
export interface IndexedDocument {
  readonly id: string;
  /** The body as it was sent: JSON text. */
  readonly source: string;
  readonly routing: string | undefined;
  readonly version: number;
  readonly sequence: number;
  readonly fields: ParsedFields;
}

/** Name of the column with the routing of documents. */
export const routingField = '_routing';

/** About how many bytes a document takes beside its body and values, and a value. */
const document_bytes = 256;
const value_bytes = 48;

/** A segment, and the documents that it was made of. */
export interface MemorySegment extends Segment {
  readonly documents: readonly IndexedDocument[];
}

/** Creates a segment of documents, in their order. */
export function createSegment(documents: readonly IndexedDocument[]): MemorySegment {
  const numbers = once(() => new Map(documents.map(({ id }, doc) => [id, doc])));
  return {
    ...fieldReader(documents.map(({ fields }) => fields)),
    documents,
    size: documents.length,
    id: (doc) => documents[doc]!.id,
    source: (doc) => documents[doc]!.source,
    routing: (doc) => documents[doc]!.routing,
    sequence: (doc) => documents[doc]!.sequence,
    version: (doc) => documents[doc]!.version,
    find: (id) => numbers().get(id),
    bytes: documents.reduce(
      (sum, { id, source, fields }) =>
        sum + document_bytes + id.length + source.length + value_bytes * fields.values.length,
      0,
    ),
  };
}
