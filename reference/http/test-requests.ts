import type { OperationId } from '../../spec/operations.ts';
import type { JsonValue } from '../base/json.ts';

/** Which requests are meant: those that fit everything that is given. */
export interface RequestMatch {
  /** An operationId of the description, in all its spellings: `search` includes `searchByGet`. Default: any. */
  readonly operation?: OperationId | undefined;
  /** Default: any. */
  readonly method?: string | undefined;
  /** The path without the query string; `*` stands for any text. Default: any. */
  readonly path?: string | undefined;
}

/** A request that the server has received. It holds no header, and no body of a call about accounts or keys. */
export interface RecordedRequest {
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The operationId of the description; absent if none was reached. */
  readonly operation?: string;
  /** The body: JSON, a list of the values of its lines, or text. Absent if there is none, or it is longer than 16 KiB. */
  readonly body?: JsonValue;
  /** Absent while the request is answered, and if a fault cut its connection. */
  readonly status?: number;
  /** True if the request met a fault. */
  readonly fault?: true;
  /** When it arrived, in milliseconds since 1970 by the clock of the server. */
  readonly time: number;
}

/** The latest requests to a server, without those to `/_test/`. */
export interface RecordedRequests {
  /** The requests, oldest first, or those that are meant. Throws an Error if there is no such operation. */
  list(match?: RequestMatch): readonly RecordedRequest[];
  /** Forgets all requests. */
  clear(): void;
}

/** What happens to which requests. Of `status`, `cut` and `truncate` at most one is given; `delay` goes with each. */
export interface FaultRule extends RequestMatch {
  /** How many requests it applies to. Default 1. */
  readonly times?: number | undefined;
  /** How many matching requests it lets pass first. Default 0. */
  readonly after?: number | undefined;
  /** Answers with this status, from 400 to 599, and an error body. The request is not carried out. */
  readonly status?: number | undefined;
  /** The value of the header `Retry-After` of that answer, in seconds. */
  readonly retryAfter?: number | undefined;
  /** How long the request waits first, such as `500ms`, by the clock of the server. */
  readonly delay?: string | undefined;
  /** Resets the connection before the request is carried out, or after it, in place of the answer. */
  readonly cut?: 'before' | 'after' | undefined;
  /** Sends the first half of the body of the answer, and closes the connection. */
  readonly truncate?: boolean | undefined;
}

/** A rule, and how often it will apply yet. */
export interface PendingFault extends FaultRule {
  readonly left: number;
}

/** The faults of a server. A request meets the first rule that fits it. */
export interface Faults {
  /** Adds a rule. Throws an Error that says what is wrong with it. */
  add(rule: FaultRule): void;
  /** The rules that will still apply, oldest first. */
  list(): readonly PendingFault[];
  /** Removes all rules; requests that wait go on. */
  clear(): void;
}
