/** One document to be written. */
export interface DocumentWrite {
  /** Made up if it is undefined. */
  readonly id: string | undefined;
  /** The body as it was sent: the text of one JSON object. */
  readonly source: string;
  readonly routing?: string | undefined;
  /** `create` refuses an id that is taken. */
  readonly op_type?: 'index' | 'create' | undefined;
  readonly if_seq_no?: number | undefined;
  readonly if_primary_term?: number | undefined;
  readonly version?: number | undefined;
  readonly version_type?: VersionType | undefined;
}

export type VersionType = 'internal' | 'external' | 'external_gte';

export interface DocumentDelete {
  readonly id: string;
  readonly routing?: string | undefined;
  readonly if_seq_no?: number | undefined;
  readonly if_primary_term?: number | undefined;
  readonly version?: number | undefined;
  readonly version_type?: VersionType | undefined;
}

/** What a write did; names as the service answers them. */
export interface DocumentResult {
  readonly _index: string;
  readonly _id: string;
  readonly _version: number;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly result: 'created' | 'updated' | 'deleted' | 'not_found';
  readonly shard: number;
}

/** A document as it is now, also if no refresh has shown it yet. */
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
