import { jsonOf } from '../../base/body.ts';
import { Mismatch, TargetLost } from '../../base/errors.ts';
import type { Exchange, WireRequest } from '../../base/exchange.ts';
import { valueAt } from '../../client/json-path.ts';
import { openClient } from '../../driver/client.ts';
import { checkExchange, sendExchange } from '../../driver/exchange.ts';
import { defaultProfile } from '../../driver/load-profile.ts';
import { openApiCheck } from '../../driver/openapi-check.ts';
import type { Server } from './server.ts';

const timeout_ms = 120_000;

/** The server was ended while a request had no answer, or before it was sent. */
export class ServerEnded extends Error {
  override readonly name = 'ServerEnded';
}

/** Optional parts of a call. */
export interface CallOptions {
  /** A text is sent as the lines of a bulk request, everything else as JSON. */
  readonly body?: unknown;
  readonly accept?: string;
  /** The expected status of an answer that is no success. */
  readonly status?: number;
}

/** Sends requests to one server, and checks every exchange against the OpenAPI description. */
export interface Caller {
  /**
   * Sends a request such as `GET /docs/_search`. Throws ServerEnded if there is no answer because the server was ended,
   * Mismatch or TargetLost if there is none for another reason, or if its status or its body is wrong.
   */
  send(line: string, options?: CallOptions): Promise<Exchange>;
  /** Number of requests that were answered. */
  count(): number;
  close(): void;
}

/** Opens connections to a server. */
export function openCaller(server: Server): Caller {
  const target = { base_url: server.base_url, headers: {}, tls: { insecure: false }, timeout_ms };
  const client = openClient({ ...target, secrets: [] }, { keepAlive: true });
  const context = { client, profile: defaultProfile, check: openApiCheck };
  let count = 0;
  return {
    async send(line, options = {}) {
      if (server.isEnding()) throw new ServerEnded();
      // The description does not contain the test control.
      const kind = line.includes('/_test/') ? 'outside' : 'regular';
      try {
        const exchange = await sendExchange(context, wireOf(line, options), kind);
        if (server.isEnding() && exchange.response.status >= 500) throw new ServerEnded();
        expectStatus(exchange, options.status);
        checkExchange(exchange, kind);
        count += 1;
        return exchange;
      } catch (error) {
        throw server.isEnding() && isViolation(error) ? new ServerEnded() : error;
      }
    },
    count: () => count,
    close: () => client.close(),
  };
}

/** True if the server did something wrong. */
export function isViolation(error: unknown): error is Error {
  return error instanceof Mismatch || error instanceof TargetLost;
}

/** Returns a member of an answer in JSON by its path, such as `hits.hits`. */
export function memberOf(exchange: Exchange, path: string): unknown {
  return valueAt(jsonOf(exchange), path);
}

function expectStatus({ request, response }: Exchange, expected?: number): void {
  const { status, body } = response;
  if (expected === undefined ? status < 300 : status === expected) return;
  const message = `${request.method} ${request.path}: ${Buffer.from(body).toString().slice(0, 400)}`;
  throw new Mismatch(expected ?? 'a success', status, message);
}

function wireOf(line: string, { body, accept }: CallOptions): WireRequest {
  const [method = '', path = ''] = line.split(' ');
  const headers = accept === undefined ? {} : { accept };
  if (body === undefined) return { method, path, headers };
  const isText = typeof body === 'string';
  const type = isText ? 'application/x-ndjson' : 'application/json';
  const text = isText ? body : JSON.stringify(body);
  return { method, path, headers: { ...headers, 'content-type': type }, body: text };
}
