/** One scenario, or one row of an outline, and the clauses that it judges. */
export interface Scenario {
  /** `<uri>:<line>`; for an outline the line of the row. */
  readonly id: string;
  /** Path of the feature file below the root of the suite. */
  readonly uri: string;
  /** Absent for a property, which stands in no file. */
  readonly line?: number;
  readonly name: string;
  /** `<uri>:<line>` of the outline that the scenario is a row of. */
  readonly outline?: string;
  readonly feature: string;
  /** Without `@`, with the clauses. */
  readonly tags: readonly string[];
  readonly clauses: readonly string[];
  /** What it uses and the specification does not show; absent if that is not known. */
  readonly extras?: readonly string[];
  /** True if the specification is silent on all of its clauses: it only observes. */
  readonly silent: boolean;
  /** True if no other scenario may run at the same time, whether or not the run may move the clock of the server. */
  readonly alone: boolean;
  /** True if it moves the clock of the server, if there is a hook for it and the run may; it then runs alone, too. */
  readonly movesClock?: boolean;
  /** True if it waits for the end of a keep time, which some servers notice only after a minute. */
  readonly waits?: boolean;
  /** True if most of its time is a wait: for a keep time, a query in the background, or the start of an intake. */
  readonly lasts?: boolean;
}

/** True for a property, which stands in no file. */
export function isProperty({ line }: Scenario): boolean {
  return line === undefined;
}

/** Returns where a scenario stands; nothing for a property. */
export function placeOf({ uri, line }: Scenario): {
  readonly file?: string;
  readonly line?: number;
} {
  return line === undefined ? {} : { file: uri, line };
}

/** Tag of scenarios that affect the whole server; they need `--allow-global`. */
export const globalTag = 'global';

/** Tag of scenarios that must run alone, though they affect only their own names. */
export const aloneTag = 'alone';
