import { writeJson } from '../base/body.ts';

/** A request as a step states it. */
export interface StepRequest {
  readonly method: string;
  /** With its query string, already percent-encoded. `$name` is replaced by its encoded value. */
  readonly path: string;
  /** Override those of the target; an empty value removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In a text, `$name` is replaced before it is sent; bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** True if the request is wrong on purpose: only its response is checked. */
  readonly deliberate?: boolean;
  /** The base URL of an intake to send to instead of the target; the headers of the target are left out. */
  readonly base_url?: string;
}

/** The body of a request with `$name` replaced by `expand`, encoded as `StepRequest` says. */
export function encodedBody(
  { body }: StepRequest,
  expand: (text: string) => string,
): string | Uint8Array {
  if (body instanceof Uint8Array) return body;
  return typeof body === 'string' ? expand(body) : writeJson(body);
}
