import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { IntakeCommand } from '../driver/intake-command.ts';
import type { Profile } from '../driver/profile.ts';
import type { OperationId } from '../../spec/operations.ts';

/** The parts of an exchange that a derived mutation can change. */
export type Side = 'request' | 'response' | 'call';

/** Requests that the mutation changes only if they have this part too. */
export interface Condition {
  /** The place of the part, such as `query/format`. */
  readonly place: string;
  readonly value: string;
}

/**
 * A mutation that the kit derived from the OpenAPI description and recorded exchanges: one operator, applied to one
 * place of one operation. Plain data, so that it can be sent to a worker.
 */
export interface DerivedMutation {
  /** `<operation> <side> <place> <operator>`; unique. */
  readonly id: string;
  readonly operation: OperationId;
  readonly side: Side;
  /** What is changed: `status`, `header/<name>`, `query/<name>`, `path/<name>`, `<format>/<pointer>`, or `all`. */
  readonly place: string;
  readonly operator: string;
  readonly when?: Condition;
  /** A recorded value that the operator puts in place of the correct one. */
  readonly value?: string;
}

/** Creates a mutation with its id. */
export function derived(parts: Omit<DerivedMutation, 'id'>): DerivedMutation {
  const { operation, side, place, operator, when } = parts;
  const condition = when === undefined ? '' : ` when ${when.place}=${when.value}`;
  return { id: `${operation} ${side} ${place} ${operator}${condition}`, ...parts };
}

/** Forwards a request to the correct server. */
export type Forward = (request: WireRequest) => Promise<WireResponse>;

/** Answers one request in place of the correct server, to which it may forward it. */
export type Interceptor = (request: WireRequest, forward: Forward) => Promise<WireResponse>;

/** What a started mutation changes, if it is more than the exchanges with servers. */
export interface Interception {
  readonly intercept: Interceptor;
  /** Wraps the correct command of the intake. */
  readonly wrapCommand: (command: IntakeCommand) => IntakeCommand;
}

/** Starts an interceptor with its state in a closure; `profile` describes the correct server. */
export type StartInterceptor = (profile: Profile) => Interceptor;

/** A server that breaks one or more clauses: an interceptor in front of a correct server. */
export interface Fault {
  /** Kebab-case, unique, says what is wrong. */
  readonly name: string;
  /** The clauses whose scenarios have to fail. */
  readonly clauses: readonly string[];
  readonly start: (profile: Profile) => Interceptor | Interception;
}

/** How a server writes its responses to the connection. */
export interface Delivery {
  /** With `Transfer-Encoding: chunked`, without `Content-Length`. */
  readonly chunked?: boolean;
  /** The connection is closed after every response. */
  readonly closes?: boolean;
  /** The names of all headers are in capital letters. */
  readonly capitals?: boolean;
  /** Compressed with gzip, if the client accepts that. */
  readonly compressed?: boolean;
}

/**
 * What variants change, the outermost first: a variant of an earlier aspect sees the responses of the variants of later
 * aspects. Variants of different aspects can run at the same time, two of the same aspect cannot.
 */
export const aspects = [
  'new-keys',
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
  'documents',
  'members',
  'status-of-refusal',
  'body-of-refusal',
  'success',
  'figures',
  'order',
  'keep-time',
  'query-state',
  'query-stop',
  'query-time',
  'sql-media-type',
  'text-table',
  'sql-routing',
  'refused-credentials',
  'role-answers',
  'key-limits',
  'key-accounts',
  'accounts',
  'realms',
  'keys',
  'key-ends',
  'intake-success',
  'intake-refusal',
  'intake-configuration',
  'verify-denial',
  'agent-key-refusals',
  'agent-key-page',
  'answers-of-queries',
  'columns',
  'dates',
  'columnar',
  'streams',
  'writes',
  'time',
] as const;

export type Aspect = (typeof aspects)[number];

/** A server that differs from the reference in one way that breaks no clause: every scenario has to pass. */
export interface Variant {
  /** Kebab-case, unique, says what differs. */
  readonly name: string;
  readonly aspect: Aspect;
  /** What differs, and why the specification allows it. */
  readonly because: string;
  readonly start: (profile: Profile) => Interceptor | Interception;
  /** Set if the difference is visible on a connection only; a real proxy server then applies it. */
  readonly delivery?: Delivery;
}

/** Creates a fault; its interceptor breaks the clauses with these ids. */
export function fault(name: string, clauses: readonly string[], start: Fault['start']): Fault {
  return { name, clauses, start };
}

/** Creates variants of one aspect that the specification allows for one reason, from what starts each by its name. */
export function variantsOf(
  aspect: Aspect,
  because: string,
  starts: Readonly<Record<string, Variant['start']>>,
): readonly Variant[] {
  return Object.entries(starts).map(([name, start]) => ({ name, aspect, because, start }));
}
