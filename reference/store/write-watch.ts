import type { DocumentDelete, DocumentWrite } from './document-write.ts';

/** Called for every write of an index. */
export interface WriteWatcher {
  /** Called after a document was indexed. `write` contains its id, even if it was generated. */
  indexed(write: DocumentWrite & { readonly id: string }): void;
  deleted(request: DocumentDelete): void;
}
