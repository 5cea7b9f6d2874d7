import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Profile } from '../driver/profile.ts';

/** Forwards a request to the honest server. */
export type Forward = (request: WireRequest) => Promise<WireResponse>;

/** Answers one request in place of the honest server, which it may ask with `forward`. */
export type Interceptor = (request: WireRequest, forward: Forward) => Promise<WireResponse>;

/** Makes a new interceptor, with its state in its closure; `profile` describes the honest server. */
export type StartInterceptor = (profile: Profile) => Interceptor;

/** A server that is wrong in one way. */
export interface Fault {
  /** Kebab-case, unique, says what is wrong. */
  readonly name: string;
  /** The clauses that the server breaks: the scenarios of each have to fail. */
  readonly clauses: readonly string[];
  readonly start: StartInterceptor;
}

/** How a server sends its responses. */
export interface Delivery {
  /** With chunked transfer encoding, without a length. */
  readonly chunked?: boolean;
  /** The connection is closed after each response. */
  readonly closes?: boolean;
  /** The names of all headers are in capital letters. */
  readonly capitals?: boolean;
  /** Compressed, if the client accepts that. */
  readonly compressed?: boolean;
}

/**
 * What a variant changes, the outermost first: a variant of an earlier aspect sees the answers that those of later
 * aspects have changed. Variants of different aspects can be combined, two of the same aspect cannot.
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

/** A server that differs in one way that the specification allows: every scenario has to pass. */
export interface Variant {
  /** Kebab-case, unique, says what differs. */
  readonly name: string;
  readonly aspect: Aspect;
  /** Why the specification allows it: completes "allowed because …". */
  readonly because: string;
  readonly start: StartInterceptor;
  /** Present if the variant shows on a connection only: then a real server stands in between. */
  readonly delivery?: Delivery;
}
