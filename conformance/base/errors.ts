/**
 * What went wrong in a mismatch, in a word that does not vary from run to run:
 * `value` (an assertion of a step), `server-error` (5xx), `schema`, `malformed` (not the media type that it claims),
 * `no-answer` (the deadline passed, or the connection was cut), `never` (what was waited for did not come).
 */
export type MismatchKind =
  'value' | 'server-error' | 'schema' | 'malformed' | 'no-answer' | 'never';

/** The message of a mismatch together with its kind, where that is not `value`. */
export interface MismatchDetail {
  readonly message: string;
  readonly kind: MismatchKind;
}

/** The target does something else than the clause says. Thrown by steps: the scenario fails. */
export class Mismatch extends Error {
  readonly expected: unknown;
  readonly got: unknown;
  readonly kind: MismatchKind;

  constructor(expected: unknown, got: unknown, detail: string | MismatchDetail) {
    super(typeof detail === 'string' ? detail : detail.message);
    this.name = 'Mismatch';
    this.expected = expected;
    this.got = got;
    this.kind = typeof detail === 'string' ? 'value' : detail.kind;
  }
}

/** An exchange that is wrong whatever the step wanted of it (5xx, schema, malformed): never waited away. */
export class Violation extends Mismatch {
  constructor(expected: unknown, got: unknown, detail: MismatchDetail) {
    super(expected, got, detail);
    this.name = 'Violation';
  }
}

/** The check cannot be carried out here: a hook is missing or failed, or a precondition was not reached. */
export class Incomplete extends Error {
  override readonly name = 'Incomplete';
}

/** The target does not answer any more. */
export class TargetLost extends Error {
  override readonly name = 'TargetLost';
}

/** The run is being stopped: the scenario goes no further, and only cleans up. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The kit itself is wrong: a request that breaks the interface without being marked, a name never declared. */
export class KitFault extends Error {
  override readonly name = 'KitFault';
}

/** The command line, a profile or a baseline names something that does not exist or makes no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
