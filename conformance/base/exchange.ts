/** One request as it is sent. `path` is percent-encoded and contains the query string. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The base URL of an intake; absent for a request to the target. */
  readonly base_url?: string;
  /** The hook of the profile that it calls, for interceptors; it is not sent. */
  readonly hook?: { readonly name: string; readonly values: Readonly<Record<string, unknown>> };
}

/** One response as it was received; header names are in lower case. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly duration_ms: number;
  /** Why the request was sent a second time; absent if it was sent once. */
  readonly resent?: string;
  /** What a rewriting sent in place of the request, in order; absent if it was sent as it is. */
  readonly sent?: readonly SentExchange[];
}

/** A request as a rewriting sent it, and its response. */
export interface SentExchange {
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** A request that got no answer. */
export interface UnansweredRequest {
  readonly request: WireRequest;
  /** Why there is no answer. */
  readonly problem: string;
  /** The number of exchanges of the scenario before it. */
  readonly position: number;
  readonly duration_ms: number;
}

/** A mismatch between a payload and its schema; `origin` is the sender of the payload. */
export interface SchemaProblem {
  readonly origin: 'kit' | 'target';
  /** JSON pointer into the payload. */
  readonly pointer: string;
  readonly message: string;
}

/** A request and its response, frozen. */
export interface Exchange {
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** The operationId in the OpenAPI description; undefined if no operation matches. */
  readonly operation: string | undefined;
  readonly problems: readonly SchemaProblem[];
  /** The hook whose request it is; absent for other requests. */
  readonly hook?: string;
}

/** The path of a request without its query string. */
export function pathnameOf(path: string): string {
  const end = path.indexOf('?');
  return end < 0 ? path : path.slice(0, end);
}

/** The parameters in the query string of a path. */
export function parametersOf(path: string): URLSearchParams {
  return new URLSearchParams(path.slice(pathnameOf(path).length));
}
