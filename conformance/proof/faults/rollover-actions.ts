import type { Fault, Interceptor } from '../../run/mutation.ts';
import { actionsOf, refusingPolicies as refusing } from '../lifecycle-interceptors.ts';

/** Faults of the actions that a policy may contain. */
export const rolloverActionFaults: readonly Fault[] = [
  fault(
    'policy-with-rollover-nowhere-accepted',
    ['refused-outside-hot'],
    refusing((phases) =>
      Object.keys(phases).some((phase) => 'rollover' in actionsOf(phases, phase)),
    ),
  ),
];

function fault(name: string, clauses: readonly string[], start: () => Interceptor): Fault {
  return { name, clauses: clauses.map((clause) => `rollover.${clause}`), start };
}
