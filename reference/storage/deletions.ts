import type { Environment } from '../base/environment.ts';
import type { NumberedKey, Operations } from './keys.ts';
import { documentKey, sequenceKey, sequenceValue } from './keys.ts';

/** Time in milliseconds that deletions are kept: a document written again within it continues its version numbers. */
const kept_ms = 60_000;
const maxAtOnce = 1000;

interface Deletion {
  readonly key: NumberedKey;
  readonly deleted_ms: number;
}

/** The stored deletions. When the last deletions of a shard are removed, its next sequence number is stored instead. */
export class Deletions {
  readonly #environment: Environment;
  readonly #deletions: Deletion[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  add(key: NumberedKey, deleted_ms: number): void {
    this.#deletions.push({ key, deleted_ms });
  }

  /** Removes deletions that are old enough. */
  forget(operations: Operations, isLive: (index: number) => boolean): void {
    const oldest_ms = this.#environment.now() - kept_ms;
    const first = this.#deletions.slice(0, maxAtOnce);
    const kept = first.findIndex(({ deleted_ms }) => deleted_ms > oldest_ms);
    for (const { key } of this.#deletions.splice(0, kept === -1 ? maxAtOnce : kept)) {
      if (!isLive(key.index)) continue;
      operations.remove(documentKey(key));
      operations.put(sequenceKey(key), sequenceValue(key.sequence + 1));
    }
  }
}
