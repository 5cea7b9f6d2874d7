import type { FieldSet } from './field-set.ts';
import type { Texts } from './growable.ts';
import type { Mapping } from './mapping.ts';

/** A document to index. */
export interface DocumentWrite {
  /** Generated if undefined. */
  readonly id: string | undefined;
  /** The body as it was sent: the text of one JSON object. */
  readonly source: string;
  readonly routing?: string | undefined;
  /** `create` refuses an existing id. */
  readonly op_type?: 'index' | 'create' | undefined;
  readonly if_seq_no?: number | undefined;
  readonly if_primary_term?: number | undefined;
  readonly version?: number | undefined;
  readonly version_type?: VersionType | undefined;
  /** The document as `Index.prepare` returned it; it is read again if the mapping has changed since. */
  readonly prepared?: PreparedDocument | undefined;
}

/** A large document that is ready to be written: it was read and indexed in turns with other work. */
export interface PreparedDocument {
  readonly id: string;
  /** The mapping that it was read with. It cannot be written to an index that has another one by now. */
  readonly present: Mapping;
  /** That mapping with the fields that the document adds. */
  readonly mapping: Mapping;
  /** The columns and terms of the document as the only one of a segment. */
  readonly columns: FieldSet;
  readonly sources: Texts;
}

/** How the version of a write is compared with the present one. */
export type VersionType = 'internal' | 'external' | 'external_gte';

/** A document to delete. */
export interface DocumentDelete {
  readonly id: string;
  readonly routing?: string | undefined;
  readonly if_seq_no?: number | undefined;
  readonly if_primary_term?: number | undefined;
  readonly version?: number | undefined;
  readonly version_type?: VersionType | undefined;
}

/** The result of a write, with wire names. */
export interface DocumentResult {
  readonly _index: string;
  readonly _id: string;
  readonly _version: number;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly result: 'created' | 'updated' | 'deleted' | 'not_found';
  readonly shard: number;
}

/** The newest state of a document, even before a refresh. */
export interface StoredDocument {
  readonly _index: string;
  readonly _id: string;
  readonly _version: number;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _routing: string | undefined;
  /** The body as it was sent. */
  readonly source: string;
}
