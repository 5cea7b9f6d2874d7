import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  acceptingPolicies as accepting,
  actionsOf,
  refusingPolicies as refusing,
} from '../lifecycle-interceptors.ts';
import { type Members, membersOf } from '../interceptors.ts';

/** Faults of the actions that a policy may contain. */
export const rolloverActionFaults: readonly Fault[] = [
  fault(
    'policy-with-rollover-anywhere-accepted',
    ['refused-outside-hot'],
    accepting((phases) => Object.keys(phases).some((phase) => phase !== 'hot')),
  ),
  fault(
    'policy-with-rollover-nowhere-accepted',
    ['refused-outside-hot'],
    refusing((phases) =>
      Object.keys(phases).some((phase) => 'rollover' in actionsOf(phases, phase)),
    ),
  ),
  fault(
    'policy-with-empty-rollover-accepted',
    ['empty-action-refused'],
    accepting((phases) => Object.keys(conditionsIn(phases, 'hot')).length === 0),
  ),
  fault(
    'policy-with-minima-only-accepted',
    ['only-min-refused'],
    accepting((phases) => Object.keys(conditionsIn(phases, 'hot')).length > 0),
  ),
];

function fault(name: string, clauses: readonly string[], start: () => Interceptor): Fault {
  return { name, clauses: clauses.map((clause) => `rollover.${clause}`), start };
}

function conditionsIn(phases: Members, phase: string): Members {
  return membersOf(actionsOf(phases, phase)['rollover']);
}
