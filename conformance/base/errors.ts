import type { WireRequest } from './exchange.ts';

/**
 * The kind of a mismatch: `value` (an assertion of a step), `server-error` (5xx), `schema`, `malformed` (the body does
 * not have its media type), `no-answer` (timeout or closed connection), `never` (an awaited state was not reached).
 */
export type MismatchKind =
  | 'value'
  | 'server-error'
  | 'schema'
  | 'malformed'
  | 'no-answer'
  | 'never';

/** The message and the kind of a mismatch; a plain message has the kind `value`. */
export interface MismatchDetail {
  readonly message: string;
  readonly kind: MismatchKind;
  /** The request whose answer is wrong; absent if it is the latest, or the message names it. */
  readonly request?: WireRequest;
}

/** The target does not meet the clause: the scenario fails. */
export class Mismatch extends Error {
  readonly expected: unknown;
  readonly got: unknown;
  readonly kind: MismatchKind;
  readonly request: WireRequest | undefined;

  constructor(expected: unknown, got: unknown, detail: string | MismatchDetail) {
    const { message, kind, request }: MismatchDetail =
      typeof detail === 'string' ? { message: detail, kind: 'value' } : detail;
    super(message);
    this.name = 'Mismatch';
    this.expected = expected;
    this.got = got;
    this.kind = kind;
    this.request = request;
  }
}

/** An exchange that is wrong for every clause, such as 5xx or a malformed body: a retry does not help. */
export class Violation extends Mismatch {
  constructor(expected: unknown, got: unknown, detail: MismatchDetail) {
    super(expected, got, detail);
    this.name = 'Violation';
  }
}

/** The connection was closed before any byte of a response: nobody knows whether the server has read the request. */
export class ConnectionLost extends Violation {
  constructor(code: string) {
    super('a complete response', `the connection was closed (${code})`, {
      message: 'the server closed the connection instead of responding',
      kind: 'no-answer',
    });
    this.name = 'ConnectionLost';
  }
}

/** No response came within the time limit. */
export class TimedOut extends Violation {
  constructor(timeout_ms: number) {
    const message = `no response within ${timeout_ms} ms`;
    super(`a response within ${timeout_ms} ms`, 'none', { message, kind: 'no-answer' });
    this.name = 'TimedOut';
  }
}

/** True if a connection was lost, or that has caused the error; and if a request has timed out. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ConnectionLost || error instanceof TimedOut) return true;
  // A wait that was short, as the operation did not answer before, ends as Incomplete.
  const isShort = error instanceof Incomplete && error.cause instanceof TimedOut;
  return error instanceof Error && !isShort && isUnanswered(error.cause);
}

/** The check is not possible: a hook is missing or failed, or a precondition was not reached. */
export class Incomplete extends Error {
  override readonly name = 'Incomplete';
}

/** The check is not possible: the profile has no such hook, and does not say why. */
export class HookMissing extends Incomplete {
  readonly hook: string;

  constructor(hook: string, message: string) {
    super(message);
    this.hook = hook;
  }
}

/** The scenario would use a part of the interface that the profile does not claim, or a hook that it says it lacks. */
export class NotClaimed extends Error {
  override readonly name = 'NotClaimed';
  readonly hook: string | undefined;

  constructor(message: string, hook?: string) {
    super(message);
    this.hook = hook;
  }
}

/** The scenario would affect the whole server, which the user has not allowed. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** The target no longer accepts connections. */
export class TargetLost extends Error {
  override readonly name = 'TargetLost';
}

/** The run is being stopped: the scenario only cleans up. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** A bug in the kit, such as a request that breaks the OpenAPI description without being marked as deliberate. */
export class KitFault extends Error {
  override readonly name = 'KitFault';
}

/** The command line, a profile or a baseline is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the value. Throws KitFault (exit code 5) if it is undefined or null; `what` describes it in the message. */
export function defined<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new KitFault(`impossible state: no ${what}`);
  return value;
}

/** Returns the entry at an index of a list. Throws KitFault (exit code 5) if the index is out of range. */
export function at<Value>(list: ArrayLike<Value>, index: number): Value {
  return defined(list[index], `entry ${index} in a list of ${list.length}`);
}

/** Maximum number of edits between a wrong name and the suggested one. */
const maxEdits = 4;

/** Returns `; did you mean X?` with the known name that is most similar to a wrong one; empty if no name is similar. */
export function nearest(wrong: string, known: Iterable<string>): string {
  let best: string | undefined;
  let minEdits = Math.min(maxEdits, Math.ceil(wrong.length / 2)) + 1;
  for (const name of known) {
    // A text may be far longer than all names.
    const least = Math.abs(name.length - wrong.length);
    const edits = name.startsWith(wrong) ? 1 : least < minEdits ? distance(wrong, name) : least;
    if (edits < minEdits) [best, minEdits] = [name, edits];
  }
  return best === undefined ? '' : `; did you mean ${best}?`;
}

/** The number of insertions, deletions and replacements between two texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, left] of one.split('').entries()) {
    const next = [i + 1];
    for (const [j, right] of other.split('').entries()) {
      const replaced = at(row, j) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, at(row, j + 1) + 1, at(next, j) + 1));
    }
    row = next;
  }
  return at(row, other.length);
}
