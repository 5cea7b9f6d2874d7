import type { ServerResponse } from 'node:http';
import { RequestAborted } from './read-body.ts';

/** Watches whether the client is still connected. */
export interface ClientWatch {
  /** Aborted if the client disconnects before its answer is written. */
  readonly signal: AbortSignal;
  /**
   * Runs the work and returns its result. Rejects with RequestAborted if the work fails after the client has disconnected.
   */
  answered<T>(work: () => T | Promise<T>): Promise<T>;
}

/** Watches the client of a response. Adds no listener until the signal is used. */
export function watchClient(response: ServerResponse): ClientWatch {
  let controller: AbortController | undefined;
  const watch = (): AbortController => {
    const created = new AbortController();
    if (response.destroyed) created.abort();
    else response.once('close', () => created.abort());
    return created;
  };
  return {
    get signal() {
      return (controller ??= watch()).signal;
    },
    async answered(work) {
      try {
        return await work();
      } catch (error) {
        throw response.destroyed ? new RequestAborted() : error;
      }
    },
  };
}
