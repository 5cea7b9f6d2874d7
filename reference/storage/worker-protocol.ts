import type { ProblemKind } from './storage-problem.ts';

/** What the thread that has the store is asked for; it answers one request after the other. */
export type StoreRequest =
  | { readonly kind: 'open'; readonly file: string }
  /** The next documents, in the order of their keys. */
  | { readonly kind: 'read' }
  /** Carries collected changes out: all of them or none, on disk when the answer comes. */
  | { readonly kind: 'commit'; readonly operations: Uint8Array }
  /** Lets go of some of the documents of indices that were dropped. */
  | { readonly kind: 'purge' }
  | { readonly kind: 'close' };

/** Keys and values are held as by an `OperationBuffer` that puts them. */
export type StoreAnswer =
  | { readonly kind: 'opened'; readonly records: Uint8Array; readonly sequences: Uint8Array }
  /** Empty at the end. */
  | { readonly kind: 'documents'; readonly documents: Uint8Array }
  /** `purge`: documents of dropped indices are left. */
  | { readonly kind: 'done'; readonly purge: boolean }
  | { readonly kind: 'failed'; readonly problem: ProblemKind; readonly message: string };
