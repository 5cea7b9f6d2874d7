import type { DocumentDelete, DocumentWrite } from './document-write.ts';

/** Called for every write of an index. */
export interface WriteWatcher {
  /** The write contains the id of the document, also a generated one. */
  indexed(write: DocumentWrite & { readonly id: string }): void;
  deleted(request: DocumentDelete): void;
}
