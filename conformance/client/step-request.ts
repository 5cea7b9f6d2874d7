/** A request as a step states it. */
export interface StepRequest {
  readonly method: string;
  /** Raw: percent-encoded where it must be, with its query string. `$name` is replaced by its encoded value. */
  readonly path: string;
  /** Override those of the target; an empty value removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it stands once `$name` is replaced; bytes as they are; anything else as JSON. */
  readonly body?: unknown;
  /** True if the request is wrong on purpose: only its response is checked. */
  readonly deliberate?: boolean;
  /** The base URL of an intake to send to instead of the target; the headers of the target are left out. */
  readonly base_url?: string;
}
