import type { IntakeTarget } from './intake.ts';

/** The PEM texts that a TLS connection may need; the flags that name their files have the same names. */
export const tlsFiles = ['ca', 'cert', 'key'] as const;

/** PEM texts, and whether the certificate of the server is left unverified. */
type Tls = Readonly<Partial<Record<(typeof tlsFiles)[number], string>>> & {
  readonly insecure: boolean;
};

/** The server under test, and how it is reached. */
export interface Target {
  /** Without a trailing slash. */
  readonly base_url: string;
  /** Sent with every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: Tls;
  /** Limit on the time for one response. */
  readonly timeout_ms: number;
  /** Texts that reports must not show. */
  readonly secrets: readonly string[];
  readonly intake?: IntakeTarget;
}
