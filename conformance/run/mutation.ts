import type { WireRequest, WireResponse } from '../base/exchange.ts';

/** Sends a request on to the honest server behind a proxy. */
export type Forward = (request: WireRequest) => Promise<WireResponse>;

/** Answers one request in the place of the honest server; `memory` lives as long as the proxy. */
export type Interceptor = (request: WireRequest, forward: Forward) => Promise<WireResponse>;

/** A server that is wrong in one way: a proxy before an honest one. */
export interface Fault {
  /** Kebab-case, unique, says what is wrong. */
  readonly name: string;
  /** Clauses that must turn red because of it. */
  readonly clauses: readonly string[];
  /** Makes the handler of one proxy; what it must remember stands in its closure. */
  readonly start: () => Interceptor;
}

/** How a server puts its answers on the connection. */
export interface Delivery {
  /** In chunks, without telling the length before. */
  readonly chunked?: boolean;
  /** The connection is closed after every answer. */
  readonly closes?: boolean;
  /** The names of all headers in capital letters. */
  readonly capitals?: boolean;
  /** Compressed, where the client takes that. */
  readonly compressed?: boolean;
}

/**
 * What variants are about, the outermost first: an oddity of an earlier aspect is laid over what those of later ones
 * give. Variants of different aspects can be odd at the same time, two of the same aspect cannot.
 */
export const aspects = [
  'delivery',
  'headers',
  'media-type',
  'writing',
  'names',
  'delimiter',
  'csv',
  'tsv',
  'txt',
  'md',
  'yaml',
  'cbor',
  'smile',
  'arrow',
  'documents',
  'members',
  'status-of-refusal',
  'body-of-refusal',
  'success',
  'total',
  'shards',
  'took',
  'scores',
  'figures',
  'order',
  'contexts',
  'keep-time',
  'query-headers',
  'query-ids',
  'query-state',
  'query-stop',
  'query-time',
  'sql-media-type',
  'sql-text',
  'sql-routing',
  'refused-credentials',
  'role-answers',
  'key-limits',
  'key-accounts',
  'accounts',
  'realms',
  'key-ids',
  'key-secrets',
  'keys',
  'key-ends',
  'intake-answers',
  'intake-success',
  'intake-refusal',
  'intake-limit',
  'intake-configuration',
  'verify-lines',
  'verify-privilege',
  'verify-spaces',
  'verify-denial',
  'agent-key-refusals',
  'agent-key-page',
  'answers-of-queries',
  'columns',
  'dates',
  'columnar',
  'answers-of-policies',
  'streams',
  'next-index',
  'rolled-index',
  'runs',
  'writes',
  'time',
] as const;

export type Aspect = (typeof aspects)[number];

/** A server that is odd in one way that breaks no clause: the suite must stay green before it. */
export interface Variant {
  readonly name: string;
  readonly aspect: Aspect;
  /** What is odd, and why it is legal. */
  readonly because: string;
  readonly start: () => Interceptor;
  /** Given where the oddity can be seen on a connection only: then a real server stands in between. */
  readonly delivery?: Delivery;
}
