/** One scenario, or one row of an outline, and the clauses that it judges. */
export interface Scenario {
  /** `<uri>:<line>`; of an outline the line of the row. */
  readonly id: string;
  /** Path of the feature file below the root of the suite. */
  readonly uri: string;
  readonly line: number;
  readonly name: string;
  readonly feature: string;
  /** Without `@`, with the clauses. */
  readonly tags: readonly string[];
  readonly clauses: readonly string[];
  /** True where the specification is silent on all of its clauses: it observes, and cannot fail. */
  readonly silent: boolean;
  /** True where no other scenario may run at the same time. */
  readonly alone: boolean;
}

/** Touches the whole server: runs only where that is allowed. */
export const globalTag = 'global';

/** Cannot bear other scenarios beside it, but harms nothing outside its own names. */
export const aloneTag = 'alone';
