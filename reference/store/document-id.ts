import type { Environment } from '../base/environment.ts';
import { validationError } from '../base/service-error.ts';

const maxId_bytes = 512;
const random_bytes = 15;
const idsAtOnce = 256;

/** Throws action_request_validation_exception if an id is empty or too long. */
export function checkId(id: string): void {
  if (id === '') throw validationError(['if _id is specified it must not be empty']);
  if (id.length * 3 <= maxId_bytes) return;
  const bytes = Buffer.byteLength(id);
  if (bytes > maxId_bytes) {
    throw validationError([
      `id [${id}] is too long, must be no longer than ${maxId_bytes} bytes but was: ${bytes}`,
    ]);
  }
}

/** Generates ids of 20 URL-safe characters. Requests random bytes for many ids at once, which is faster. */
export class IdSource {
  readonly #environment: Environment;
  #random = Buffer.alloc(0);
  #at = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  next(): string {
    if (this.#at >= this.#random.length) {
      this.#random = Buffer.from(this.#environment.randomBytes(random_bytes * idsAtOnce));
      this.#at = 0;
    }
    const from = this.#at;
    this.#at += random_bytes;
    return this.#random.toString('base64url', from, this.#at);
  }
}
