/** A change of the store; `dropIndex` deletes the documents of the index with this number. */
export type StoreOperation =
  | { readonly kind: 'put'; readonly key: Buffer; readonly value: Buffer }
  | { readonly kind: 'remove'; readonly key: Buffer }
  | { readonly kind: 'dropIndex'; readonly index: number };

/** A stored key with its value. */
export interface StoreEntry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Collects operations for one commit. */
export class Operations {
  #list: StoreOperation[] = [];
  #bytes = 0;

  /** Size of the collected values in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  put(key: Buffer, value: Buffer): void {
    this.#list.push({ kind: 'put', key, value });
    this.#bytes += key.length + value.length;
  }

  remove(key: Buffer): void {
    this.#list.push({ kind: 'remove', key });
  }

  dropIndex(index: number): void {
    this.#list.push({ kind: 'dropIndex', index });
  }

  /** Returns the collected operations, and begins an empty collection. */
  take(): readonly StoreOperation[] {
    const list = this.#list;
    this.#list = [];
    this.#bytes = 0;
    return list;
  }
}
