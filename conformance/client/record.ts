import type { Exchange } from '../base/exchange.ts';
import type { CommandRun } from '../driver/intake-command.ts';

/** Something that a scenario saw and only writes down. */
export interface Observation {
  readonly what: string;
  readonly value: unknown;
}

/** What one scenario did, as its World knows it. */
export interface ScenarioRecord {
  readonly exchanges: readonly Exchange[];
  readonly commands: readonly CommandRun[];
  readonly observations: readonly Observation[];
  /** What could not be removed afterwards. */
  readonly leftovers: readonly string[];
  /** The first error that a step threw, with the words and the kind of that step. */
  readonly error: StepError | undefined;
  /** Texts that the scenario learned and that no report may show. */
  readonly secrets: readonly string[];
}

/** An error, and the step that threw it. */
export interface StepError {
  readonly error: unknown;
  /** The text of the step, without its keyword. */
  readonly step: string;
  /** True for a `Given`. */
  readonly precondition: boolean;
}
