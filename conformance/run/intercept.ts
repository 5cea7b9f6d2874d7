import type { Client } from '../driver/client.ts';
import { Violation } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { after, now } from '../base/environment.ts';
import type { Interceptor } from './mutation.ts';
import type { StartedMutation } from './mutations.ts';
import { forwardedHeaders, openProxy, utf8Text } from './proxy.ts';
import { openTargetClient } from '../client/target-client.ts';
import type { Target } from '../driver/target.ts';

/**
 * A client with an interceptor between it and the server. It changes requests and responses exactly as a real proxy
 * server would, at a third of the cost. Throws Violation if there is no response within `timeout_ms`.
 */
export function interceptedClient(
  client: Client,
  intercept: Interceptor,
  timeout_ms: number,
): Client {
  return {
    async send(wire) {
      const started_ms = now();
      const answer = intercept(received(wire), (request) => client.send(request));
      const reply = await within(timeout_ms, answer);
      const response = { ...reply, duration_ms: now() - started_ms };
      return wire.method === 'HEAD'
        ? { ...sent(response), body: new Uint8Array() }
        : sent(response);
    },
    close: () => client.close(),
  };
}

/**
 * A client for a proxy in place of the server: only requests of an intake, which do not go there, pass through the
 * interceptor here.
 */
export function besideProxy(client: Client, intercept: Interceptor, timeout_ms: number): Client {
  const toIntake = interceptedClient(client, intercept, timeout_ms);
  return {
    send: (wire) => (wire.base_url === undefined ? client : toIntake).send(wire),
    close: () => client.close(),
  };
}

function received(wire: WireRequest): WireRequest {
  const { body, ...rest } = wire;
  const headers = forwardedHeaders(wire.headers);
  if (body === undefined || body.length === 0) return { ...rest, headers };
  return { ...rest, headers, body: typeof body === 'string' ? body : (utf8Text(body) ?? body) };
}

function sent(response: WireResponse): WireResponse {
  return { ...response, headers: forwardedHeaders(response.headers) };
}

async function within<T>(timeout_ms: number, answer: Promise<T>): Promise<T> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = after(timeout_ms, () => {
      const message = `no response within ${timeout_ms} ms`;
      const detail = { message, kind: 'no-answer' } as const;
      reject(new Violation(`a response within ${timeout_ms} ms`, 'none', detail));
    });
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    cancel();
  }
}

/** The way to a mutated server. */
export interface Line {
  readonly target: Target;
  readonly client: Client;
  close(): Promise<void>;
}

/** Opens a line: a client in this process, or a proxy if the mutation is one of the connection. */
export async function openLine(started: StartedMutation, target: Target): Promise<Line> {
  const { intercept, delivery } = started;
  if (delivery === undefined) {
    const client = interceptedClient(openTargetClient(target), intercept, target.timeout_ms);
    return { target, client, close: async () => client.close() };
  }
  const proxy = await openProxy(started, target);
  const proxied = { ...target, base_url: proxy.base_url };
  const client = besideProxy(openTargetClient(proxied), intercept, target.timeout_ms);
  const close = (): Promise<void> => {
    client.close();
    return proxy.close();
  };
  return { target: proxied, client, close };
}
