import type { Exchange, UnansweredRequest } from '../base/exchange.ts';
import type { CommandRun } from '../driver/intake-command.ts';

/** A behaviour of the target that a scenario records but does not judge. */
export interface Observation {
  readonly what: string;
  readonly value: unknown;
}

/** The record of one scenario, collected by its World. */
export interface ScenarioRecord {
  readonly exchanges: readonly Exchange[];
  /** The requests that got no answer. */
  readonly unanswered: readonly UnansweredRequest[];
  readonly commands: readonly CommandRun[];
  readonly observations: readonly Observation[];
  /** Descriptions of everything that could not be removed afterwards. */
  readonly leftovers: readonly string[];
  /** The first error that a step threw. */
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

/** Returns the name itself if no observation has it; otherwise with a number. */
export function freeName(observations: readonly Observation[], name: string): string {
  const taken = observations.filter(({ what }) => what.replace(/ \(\d+\)$/, '') === name);
  return taken.length === 0 ? name : `${name} (${taken.length + 1})`;
}
