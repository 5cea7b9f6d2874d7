import { type Client, openClient } from '../driver/client.ts';
import type { Target } from '../driver/target.ts';

/**
 * Opens a client for the target and its intakes: a request with a `base_url` is sent there, every other request to the
 * target. Sends and throws as the client of `driver/client.ts` does, by default over kept connections.
 */
export function openTargetClient(target: Target, { keepAlive = true } = {}): Client {
  const clients = new Map<string, Client>();
  const clientFor = (baseUrl: string): Client => {
    const one = clients.get(baseUrl) ?? openClient({ ...target, base_url: baseUrl }, { keepAlive });
    clients.set(baseUrl, one);
    return one;
  };
  return {
    send: (wire) => clientFor(wire.base_url ?? target.base_url).send(wire),
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}
