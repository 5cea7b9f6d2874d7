import type { Environment } from '../base/environment.ts';

const kept_ms = 60_000;
const maxKept = 100_000;

/**
 * Keeps the versions of deleted documents for a minute, so that a document that is written again continues its version
 * numbers.
 */
export class Tombstones {
  readonly #environment: Environment;
  readonly #versions = new Map<string, { readonly version: number; readonly at_ms: number }>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  remember(id: string, version: number, at_ms: number): void {
    this.#prune();
    this.#versions.delete(id);
    this.#versions.set(id, { version, at_ms });
  }

  forget(id: string): void {
    if (this.#versions.size > 0) this.#versions.delete(id);
  }

  version(id: string): number | undefined {
    if (this.#versions.size === 0) return undefined;
    this.#prune();
    return this.#versions.get(id)?.version;
  }

  /** Removes old entries. The oldest are first, so the loop ends at the first one to keep. */
  #prune(): void {
    const oldest_ms = this.#environment.now() - kept_ms;
    for (const [id, { at_ms }] of this.#versions) {
      if (at_ms > oldest_ms && this.#versions.size < maxKept) return;
      this.#versions.delete(id);
    }
  }
}
