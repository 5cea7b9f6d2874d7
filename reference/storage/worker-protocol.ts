import type { ProblemKind } from './storage-problem.ts';

/** A request to the thread of the store; requests are answered in order. */
export type StoreRequest =
  | { readonly kind: 'open'; readonly file: string; readonly mode: 'use' | 'check' }
  /** Requests the next documents, in the order of their keys. */
  | { readonly kind: 'read' }
  /** Carries out all operations or none; they are on disk when the answer arrives. */
  | { readonly kind: 'commit'; readonly operations: Uint8Array }
  /** Deletes some of the documents of dropped indices. */
  | { readonly kind: 'purge' }
  | { readonly kind: 'close' };

/** An answer of the thread. Entries are encoded as `put` operations of an `OperationBuffer`. */
export type StoreAnswer =
  | { readonly kind: 'opened'; readonly records: Uint8Array; readonly sequences: Uint8Array }
  /** Empty after the last document. */
  | { readonly kind: 'documents'; readonly documents: Uint8Array }
  /** `purge` is true while documents of dropped indices are left. */
  | { readonly kind: 'done'; readonly purge: boolean }
  | { readonly kind: 'failed'; readonly problem: ProblemKind; readonly message: string };
