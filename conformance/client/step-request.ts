import { writeJson } from '../base/body.ts';

type Headers = Readonly<Record<string, string>>;

/** Merges headers: those of `above`, converted to lower case, override `below`, and an empty value removes a header. */
export function mergedHeaders(
  below: Headers,
  above: Headers,
): readonly (readonly [string, string])[] {
  const own = Object.entries(above).map(([name, value]) => [name.toLowerCase(), value] as const);
  const all: Headers = { ...below, ...Object.fromEntries(own) };
  return Object.entries(all).filter(([, value]) => value !== '');
}

/** A request before the names in it are replaced and the headers of the target are added. */
export interface StepRequest {
  readonly method: string;
  /** The path and the query string, already percent-encoded. Each `$name` is replaced by its encoded value. */
  readonly path: string;
  /** Headers that override those of the target; an empty value removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent with each `$name` replaced, bytes are sent unchanged, and any other value is sent as JSON. */
  readonly body?: unknown;
  /** True if the request is invalid on purpose: only its response is checked. */
  readonly deliberate?: boolean;
  /** The base URL of an intake that receives the request instead of the target, without the headers of the target. */
  readonly base_url?: string;
}

/** Encodes the body of a request as described in `StepRequest`; `expand` replaces each `$name`. */
export function encodedBody(
  { body }: StepRequest,
  expand: (text: string) => string,
): string | Uint8Array {
  if (body instanceof Uint8Array) return body;
  return typeof body === 'string' ? expand(body) : writeJson(body);
}
