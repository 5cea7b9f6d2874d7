import { jsonOf } from '../../base/body.ts';
import { Mismatch, TargetLost } from '../../base/errors.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
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

/** The server did something wrong. */
export class LoadViolation extends Error {
  override readonly name = 'LoadViolation';
}

type Headers = Readonly<Record<string, string>>;

/** Optional parts of a call. */
export interface CallOptions {
  /** A text is sent as the lines of a bulk request, everything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Headers;
  /** The expected statuses. Default: 200 and 201. */
  readonly statuses?: readonly number[];
}

/** Sends requests to one server, and checks every exchange against the OpenAPI description. */
export interface Caller {
  /**
   * Sends a request such as `GET /docs/_search`. Throws ServerEnded if there is no answer because the server was ended,
   * LoadViolation if there is none for another reason, or if its status or its body is wrong.
   */
  send(line: string, options?: CallOptions): Promise<WireResponse>;
  /** Like `send`, for an answer in JSON. */
  json<Body = Answer>(line: string, options?: CallOptions): Promise<Body>;
  /** Like `json`, for the test control, which the description does not contain. */
  control<Body>(line: string, options?: CallOptions): Promise<Body>;
  /** Number of requests that were answered. */
  count(): number;
  close(): void;
}

/** The members of answers that the load reads. */
export interface Answer {
  readonly _index?: string;
  readonly _version?: number;
  readonly _source?: Source;
  readonly _scroll_id?: string;
  readonly acknowledged?: boolean;
  readonly aggregations?: Readonly<Record<string, { readonly buckets: readonly Bucket[] }>>;
  readonly api_key?: string;
  readonly api_keys?: readonly { readonly name: string; readonly invalidated: boolean }[];
  readonly columns?: readonly unknown[];
  readonly cursor?: string;
  readonly errors?: boolean;
  readonly hits?: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly id?: string;
  readonly is_running?: boolean;
  readonly new_index?: string;
  readonly pit_id?: string;
  readonly rolled_over?: boolean;
  readonly rows?: readonly (readonly unknown[])[];
  readonly values?: readonly (readonly unknown[])[];
}

/** A hit of a search. */
export interface Hit {
  readonly _id: string;
  readonly _index: string;
  readonly _source: Source;
  readonly sort?: readonly unknown[];
}

/** A bucket of an aggregation; `doc_count` is the number of its documents. */
type Bucket = Readonly<Record<'doc_count', number>>;

/** A document of the load. */
export interface Source {
  readonly id: string;
  readonly value: string;
  readonly anchor: boolean;
}

type Kind = 'regular' | 'outside';

/** Opens connections to a server. */
export function openCaller(server: Server, authorization: string | undefined): Caller {
  const base: Headers = authorization === undefined ? {} : { authorization };
  const tls = { insecure: false };
  const target = { base_url: server.base_url, headers: base, tls, timeout_ms, secrets: [] };
  const client = openClient(target, { keepAlive: true });
  const context = { client, profile: defaultProfile, check: openApiCheck };
  let count = 0;

  async function send(line: string, options: CallOptions, kind: Kind): Promise<WireResponse> {
    if (server.isEnding()) throw new ServerEnded();
    try {
      const exchange = await sendExchange(context, wireOf(line, options, base), kind);
      const { response } = exchange;
      if (server.isEnding() && response.status >= 500) throw new ServerEnded();
      const { statuses = [200, 201] } = options;
      if (!statuses.includes(response.status)) {
        throw new LoadViolation(`${line}: ${response.status} ${reasonOf(response)}`);
      }
      checkExchange(exchange, kind);
      count += 1;
      return response;
    } catch (error) {
      const isWrongAnswer = error instanceof Mismatch || error instanceof TargetLost;
      if (!isWrongAnswer) throw error;
      throw server.isEnding() ? new ServerEnded() : new LoadViolation(`${line}: ${error.message}`);
    }
  }

  return {
    send: (line, options = {}) => send(line, options, 'regular'),
    json: async <Body>(line: string, options: CallOptions = {}) =>
      jsonOf({ response: await send(line, options, 'regular') }) as Body,
    control: async <Body>(line: string, options: CallOptions = {}) =>
      jsonOf({ response: await send(line, options, 'outside') }) as Body,
    count: () => count,
    close: () => client.close(),
  };
}

function wireOf(line: string, { body, headers = {} }: CallOptions, base: Headers): WireRequest {
  const [method = '', path = ''] = line.split(' ');
  const isText = typeof body === 'string';
  const type = isText ? 'application/x-ndjson' : 'application/json';
  if (body === undefined) return { method, path, headers: { ...base, ...headers } };
  return {
    method,
    path,
    headers: { ...base, 'content-type': type, ...headers },
    body: isText ? body : JSON.stringify(body),
  };
}

/** The beginning of the error in an answer; a success is not shown, since it may contain a secret. */
function reasonOf({ status, body }: WireResponse): string {
  return status < 300 ? '' : Buffer.from(body).toString().slice(0, 400);
}
