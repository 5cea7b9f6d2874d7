/** A change of one place of the reference. */
export interface Mutant {
  readonly id: string;
  /** Path below `reference/`, with `/`. */
  readonly file: string;
  readonly line: number;
  /** The kind of change, as Stryker names it. */
  readonly mutator: string;
  /** The text that is replaced, and its replacement. */
  readonly original: string;
  readonly replacement: string;
}

/**
 * What happened with a mutant. `killed`: a scenario failed, or the server did not start, crashed or hung. `blocked`: no
 * scenario failed, but some could not reach their preconditions. `survived`: every scenario that reaches it is green.
 * `uncovered`: no scenario reaches it.
 */
export type Fate = 'killed' | 'blocked' | 'survived' | 'uncovered';

/** A mutant with its fate. */
export interface Trial extends Mutant {
  readonly fate: Fate;
  /** The scenario that killed or blocked it, or why the server was lost. */
  readonly by?: string;
  /** True if the code already runs while the server starts. */
  readonly startup: boolean;
  /** The number of scenarios that reach it, and of those that ran. */
  readonly scenarios: number;
  readonly ran: number;
  readonly duration_ms: number;
}
