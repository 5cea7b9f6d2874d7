import type { JsonObject } from '../base/json.ts';
import type { Condition } from './conditions.ts';

/** The phases of an index, in the order in which it goes through them (lifecycle.other-phases). */
export const phaseNames = ['hot', 'warm', 'cold', 'frozen', 'delete'] as const;

export type PhaseName = (typeof phaseNames)[number];

/** What a phase does, in the order in which it is done. */
export type Action =
  | { readonly kind: 'unfollow' }
  | { readonly kind: 'rollover'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'delete' };

export type ActionName = Action['kind'];

/** One phase of a policy. */
export interface Phase {
  readonly name: PhaseName;
  /** The age at which the phase begins. */
  readonly minAge_ms: number;
  readonly actions: readonly Action[];
}

/** What becomes of an index as it grows and ages. */
export interface Policy {
  /** In the order in which an index goes through them. */
  readonly phases: readonly Phase[];
  /** The policy as answers show it. */
  readonly json: JsonObject;
  /** What its author should know. */
  readonly warnings: readonly string[];
}
