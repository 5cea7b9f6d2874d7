import type { Client } from '../driver/client.ts';
import type { FromWorker } from './messages.ts';

/** What a worker tells its parent, in lists: each list takes some time of both processes. */
export interface Outbox {
  /** Sends a message soon, together with the others until then. */
  send(message: FromWorker): void;
  /** Returns the client with the messages sent before each request, so that the parent can undo what it creates. */
  ahead(client: Client): Client;
}

/** Opens an outbox; `post` sends a list to the parent. */
export function openOutbox(post: (messages: readonly FromWorker[]) => void): Outbox {
  let waiting: FromWorker[] = [];
  const flush = (): void => {
    const messages = waiting;
    waiting = [];
    if (messages.length > 0) post(messages);
  };
  return {
    send(message) {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(message);
    },
    ahead: (client) => ({
      send(wire) {
        flush();
        return client.send(wire);
      },
      close: () => client.close(),
    }),
  };
}
