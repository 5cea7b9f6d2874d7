import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  acceptingPolicies as accepting,
  actionsOf,
  refusingPolicies as refusing,
} from '../lifecycle-interceptors.ts';
import { type Members, membersOf } from '../interceptors.ts';

/** Faults of the actions that a policy may contain. */
export const rolloverActionFaults: readonly Fault[] = [
  ...[
    ['max_age', 'max-age-is-time'],
    ['max_docs', 'max-docs-is-integer'],
    ['max_size', 'max-size-is-bytes'],
    ['max_primary_shard_size', 'max-primary-shard-size-is-bytes'],
    ['max_primary_shard_docs', 'max-primary-shard-docs-is-integer'],
  ].map(([condition = '', clause = '']) =>
    fault(
      `policy-with-${clause.replace(/-is-\w+$/, '')}-alone-refused`,
      [clause],
      refusing((phases) => isOnly(conditionsIn(phases, 'hot'), condition)),
    ),
  ),
  fault(
    'policy-ages-in-milliseconds-only',
    ['max-age-is-time'],
    refusing((phases) => typeof conditionsIn(phases, 'hot')['max_age'] === 'string'),
  ),
  fault(
    'policy-sizes-in-bytes-only',
    ['max-size-is-bytes', 'max-primary-shard-size-is-bytes'],
    refusing((phases) =>
      Object.values(conditionsIn(phases, 'hot')).some((value) => String(value).endsWith('gb')),
    ),
  ),
  fault(
    'policy-counts-as-strings-only',
    ['max-docs-is-integer', 'max-primary-shard-docs-is-integer'],
    refusing((phases) =>
      Object.values(conditionsIn(phases, 'hot')).some((value) => typeof value === 'number'),
    ),
  ),
  fault(
    'policy-with-rollover-anywhere-accepted',
    ['refused-outside-hot'],
    accepting((phases) => Object.keys(phases).some((phase) => phase !== 'hot')),
  ),
  fault(
    'policy-with-rollover-under-delete-accepted',
    ['refused-outside-hot'],
    accepting((phases) => 'rollover' in actionsOf(phases, 'delete')),
  ),
  fault(
    'policy-with-rollover-under-warm-accepted',
    ['refused-outside-hot'],
    accepting((phases) => 'rollover' in actionsOf(phases, 'warm')),
  ),
  fault(
    'policy-with-rollover-under-frozen-accepted',
    ['refused-outside-hot'],
    accepting((phases) => 'rollover' in actionsOf(phases, 'frozen')),
  ),
  fault(
    'policy-with-a-second-rollover-accepted',
    ['refused-outside-hot'],
    accepting((phases) => 'rollover' in actionsOf(phases, 'hot') && 'delete' in phases),
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
  ...['age', 'docs', 'size', 'primary_shard_size', 'primary_shard_docs'].map((name) =>
    fault(
      `policy-with-min-${name.replaceAll('_', '-')}-only-accepted`,
      ['only-min-refused'],
      accepting((phases) => isOnly(conditionsIn(phases, 'hot'), `min_${name}`)),
    ),
  ),
  fault(
    'policy-with-a-minimum-refused',
    ['only-min-refused'],
    refusing((phases) =>
      Object.keys(conditionsIn(phases, 'hot')).some((name) => name.startsWith('min_')),
    ),
  ),
  fault(
    'policy-with-rollover-conditions-refused',
    ['empty-action-refused'],
    refusing((phases) => Object.keys(conditionsIn(phases, 'hot')).length > 0),
  ),
];

function fault(name: string, clauses: readonly string[], start: () => Interceptor): Fault {
  return { name, clauses: clauses.map((clause) => `rollover.${clause}`), start };
}

function conditionsIn(phases: Members, phase: string): Members {
  return membersOf(actionsOf(phases, phase)['rollover']);
}

function isOnly(conditions: Members, name: string): boolean {
  return Object.keys(conditions).join() === name;
}
