import type { JsonObject } from '../base/json.ts';
import type { Condition } from './conditions.ts';

/** The phases of an index, in order (lifecycle.other-phases). */
export const phaseNames = ['hot', 'warm', 'cold', 'frozen', 'delete'] as const;

/** The name of a phase. */
export type PhaseName = (typeof phaseNames)[number];

/** The actions of a phase, in the order of execution. */
export type Action =
  | { readonly kind: 'unfollow' }
  | { readonly kind: 'rollover'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'delete' };

/** The name of an action. */
export type ActionName = Action['kind'];

/** One phase of a policy. */
export interface Phase {
  readonly name: PhaseName;
  /** The age at which the phase begins. */
  readonly minAge_ms: number;
  readonly actions: readonly Action[];
}

/** A lifecycle policy. */
export interface Policy {
  /** In the order of `phaseNames`. */
  readonly phases: readonly Phase[];
  /** The JSON of the policy in responses. */
  readonly json: JsonObject;
  /** Warnings for the author of the policy. */
  readonly warnings: readonly string[];
}
