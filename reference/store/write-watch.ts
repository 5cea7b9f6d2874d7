import type { DocumentDelete, DocumentWrite } from './document-write.ts';

/** Called for every write that an index took. */
export interface WriteWatcher {
  /** The write has the id that the document got. */
  indexed(write: DocumentWrite & { readonly id: string }): void;
  deleted(request: DocumentDelete): void;
}
