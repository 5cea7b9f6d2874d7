import type { WireRequest, WireResponse } from '../driver/exchange.ts';

/** Sends a request on to the honest server behind a proxy. */
export type Forward = (request: WireRequest) => Promise<WireResponse>;

/** Answers one request in the place of the honest server; `memory` lives as long as the proxy. */
export type Spoil = (request: WireRequest, forward: Forward) => Promise<WireResponse>;

/** A server that is wrong in one way: a proxy before an honest one. */
export interface Fault {
  /** Kebab-case, unique, says what is wrong. */
  readonly name: string;
  /** Clauses that must turn red because of it. */
  readonly clauses: readonly string[];
  /** Makes the handler of one proxy; what it must remember stands in its closure. */
  readonly start: () => Spoil;
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

/** A server that is odd in one way that breaks no clause: the suite must stay green before it. */
export interface Variant {
  readonly name: string;
  /** What is odd, and why it is legal. */
  readonly because: string;
  readonly start: () => Spoil;
  /** Given where the oddity can be seen on a connection only: then a real server stands in between. */
  readonly delivery?: Delivery;
}
