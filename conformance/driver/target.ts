import type { IntakeTarget } from './intake.ts';

/** The PEM texts that a TLS connection may need; the flags for their files have the same names. */
export const tlsFiles = ['ca', 'cert', 'key'] as const;

/** PEM texts; `insecure` is true if the certificate of the server is not verified. */
type Tls = Readonly<Partial<Record<(typeof tlsFiles)[number], string>>> & {
  readonly insecure: boolean;
};

/** The address of the server under test, and the settings of its connections. */
export interface Target {
  /** Without a trailing slash. */
  readonly base_url: string;
  /** Sent with every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: Tls;
  /** Time limit for one response. */
  readonly timeout_ms: number;
  /** Texts that reports must not show. */
  readonly secrets: readonly string[];
  readonly intake?: IntakeTarget;
}
