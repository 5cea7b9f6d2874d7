import type { ServerResponse } from 'node:http';
import { RequestAborted } from './read-body.ts';

/** Tells whether the client is still there. */
export interface ClientWatch {
  /** Aborted when the client goes away before its answer is written. */
  readonly signal: AbortSignal;
  /** Gives what the work gives; where the client has gone, its failure is that and no other. */
  answered<T>(work: () => T | Promise<T>): Promise<T>;
}

/** Starts to watch the client that a response goes to; costs nothing until somebody asks. */
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
