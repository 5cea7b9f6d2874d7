import type { IntakeTarget } from './intake.ts';

/** Certificates and keys as PEM text. */
export interface Tls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** True where the certificate of the server is not verified. */
  readonly insecure: boolean;
}

/** The server under test, and how it is spoken to. */
export interface Target {
  /** Without a slash at its end. */
  readonly base_url: string;
  /** Sent with every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: Tls;
  /** The longest that one answer may take. */
  readonly timeout_ms: number;
  /** Texts that no report may show. */
  readonly secrets: readonly string[];
  readonly intake?: IntakeTarget;
}
