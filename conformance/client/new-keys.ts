import { isShuttingDown, now, wait } from '../base/environment.ts';
import type { Client } from '../driver/client.ts';
import { credentialOf, keyIn } from './secrets.ts';

/** How long a server may take until each part of it knows a new key; the specification does not say. */
const patience_ms = 1000;

/** Between two attempts. */
const pause_ms = 100;

/**
 * Returns a client that waits for new API keys: a request with a key that the server has just returned is sent again as long
 * as it is answered with 401, for up to a second after the creation of the key. Sends and throws as the given client.
 */
export function waitingForNewKeys(client: Client): Client {
  const created_ms = new Map<string, number>();
  return {
    async send(request) {
      for (let resent = {}; ;) {
        const response = { ...(await client.send(request)), ...resent };
        const key = keyIn({ request, response });
        if (key !== undefined) created_ms.set(`ApiKey ${credentialOf(key)}`, now());
        const since_ms = created_ms.get(request.headers['authorization'] ?? '');
        const isNew = since_ms !== undefined && now() - since_ms < patience_ms;
        if (response.status !== 401 || !isNew || isShuttingDown()) return response;
        await wait(pause_ms);
        resent = { resent: 'the server did not know the new key yet (401)' };
      }
    },
    close: () => client.close(),
  };
}
