/** One request as it went over the wire. `path` is raw: percent-encoded, with its query string. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Where it goes, if not to the target: the base URL of an intake. */
  readonly base_url?: string;
}

/** One response as it came over the wire; header names in lower case. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly duration_ms: number;
}

/** One way in which a payload breaks its schema, and whose payload it is. */
export interface SchemaProblem {
  readonly origin: 'kit' | 'target';
  /** JSON pointer into the payload. */
  readonly pointer: string;
  readonly message: string;
}

/** A request and its response, frozen. Everything after the driver reads exchanges. */
export interface Exchange {
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** operationId of the OpenAPI file; absent where no path of it matches. */
  readonly operation: string | undefined;
  readonly problems: readonly SchemaProblem[];
}
