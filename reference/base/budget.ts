/**
 * What one request may use. All methods but `close` throw circuit_breaking_exception if a limit would be exceeded; the
 * error says which, and how to set it.
 */
export interface Budget {
  /** Reserves memory in bytes, or frees it (negative). */
  reserve(bytes: number): void;
  /** Counts rows that an operator passes on. */
  countRows(rows: number): void;
  /** Counts a step. Throws task_cancelled_exception if the client has left. */
  step(): void;
  /** Number of steps so far. */
  readonly steps: number;
  /** Throws task_cancelled_exception if the client has left. */
  check(): void;
  /** Frees all memory that is still reserved. */
  close(): void;
}

/** The budget of work of the server itself, which has no limits. */
export const unlimited: Budget = {
  steps: 0,
  reserve: () => undefined,
  countRows: () => undefined,
  step: () => undefined,
  check: () => undefined,
  close: () => undefined,
};
