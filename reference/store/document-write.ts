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
