import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, locationOf } from '../base/json.ts';
import { outside } from '../base/outside.ts';
import { ServiceError, unlessRefused } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';
import type { BodyPart } from '../base/body.ts';
import {
  booleanOf,
  illegalAt,
  itself,
  membersOf,
  objectOf,
  readMembers,
  stringOf,
} from '../base/body.ts';
import type { Condition } from './conditions.ts';
import { hasMaximum, parseConditions } from './conditions.ts';
import type { Action, ActionName, Phase, PhaseName, Policy } from './policy-table.ts';
import { phaseNames } from './policy-table.ts';

/** The phases in which each action is allowed. */
const allowedPhases: Readonly<Record<ActionName, readonly PhaseName[]>> = {
  unfollow: ['hot', 'warm', 'cold', 'frozen'],
  rollover: ['hot'],
  delete: ['delete'],
};

const deleteMembers = { delete_searchable_snapshot: booleanOf };

/** Actions in the order in which a phase carries them out. */
const order = ['unfollow', 'rollover', 'delete'] as const satisfies readonly ActionName[];

/**
 * Parses the body of a policy; `text` is its JSON. Throws a ServiceError that names phase and action.
 *
 * lifecycle.put-creates-policy, lifecycle.min-age-optional, lifecycle.min-age-on-delete,
 * lifecycle.policy-creation-details, lifecycle.other-phases.
 */
export function parsePolicy(body: JsonValue | undefined, text: string): Policy {
  if (body === undefined) throw new ServiceError('parse_exception', 'request body is required');
  const root = { value: body, text, path: [] };
  const { policy: given } = readMembers(root, 'put_lifecycle_request', { policy: itself });
  const policy = required(given, root, 'policy');
  const members = { phases: itself, _meta: objectOf, deprecated: itself };
  const { phases: read } = readMembers(policy, 'lifecycle_policy', members);
  const stated = required(read, policy, 'phases');
  const phases = membersOf(stated, 'phases')
    .map(([name, part]) => parsePhase(name, part))
    .sort((a, b) => phaseNames.indexOf(a.name) - phaseNames.indexOf(b.name));
  return { phases, json: shown(policy.value, stated.value), warnings: warningsOf(phases) };
}

function parsePhase(given: string, part: BodyPart): Phase {
  const name = phaseNames.find((known) => known === given);
  if (name === undefined) {
    throw illegalAt(part, `Timeseries lifecycle does not support phase [${given}]`);
  }
  const { min_age: minAge_ms = 0, actions = [] } = readMembers(part, `phase [${name}]`, {
    min_age: (age) => readAge(age, name),
    actions: (list) =>
      membersOf(list, `actions of phase [${name}]`).map(([action, options]) =>
        parseAction(action, options, name),
      ),
  });
  const ordered = order.flatMap((kind) => actions.filter((action) => action.kind === kind));
  return { name, minAge_ms, actions: ordered };
}

/** rollover.refused-outside-hot, lifecycle.rollover-sits-under-hot: an action is allowed in some phases only. */
function parseAction(given: string, part: BodyPart, phase: PhaseName): Action {
  const kind = order.find((known) => known === given);
  if (kind === undefined) {
    const hint = outside('action', given, order);
    throw illegalAt(part, `unknown action [${given}] in phase [${phase}]${hint}`);
  }
  if (!allowedPhases[kind].includes(phase)) {
    throw illegalAt(part, `invalid action [${given}] defined in phase [${phase}]`);
  }
  switch (kind) {
    case 'rollover':
      return { kind, conditions: parseRollover(part, phase) };
    case 'unfollow':
      readMembers(part, `action [${kind}] of phase [${phase}]`, {});
      return { kind };
    case 'delete':
      // lifecycle.delete-action-is-empty-object: its only option concerns snapshots, which are not supported.
      readMembers(part, `action [${kind}] of phase [${phase}]`, deleteMembers);
      return { kind };
    default:
      return kind satisfies never;
  }
}

/**
 * A rollover action needs a condition that can trigger it.
 *
 * rollover.empty-action-refused, rollover.only-min-refused, rollover.invalid-action-status.
 */
function parseRollover(part: BodyPart, phase: PhaseName): readonly Condition[] {
  const conditions = parseConditions(part, `action [rollover] of phase [${phase}]`);
  if (hasMaximum(conditions)) return conditions;
  const place = locationOf(part.text, part.path);
  throw new ServiceError(
    'x_content_parse_exception',
    `[${place}] [put_lifecycle_request] failed to parse action [rollover] of phase [${phase}]`,
    {
      cause: {
        type: 'illegal_argument_exception',
        reason: 'At least one max_* rollover condition must be set.',
      },
    },
  );
}

function readAge(part: BodyPart, phase: PhaseName): number {
  const text = stringOf(part, `min_age of phase [${phase}]`);
  const read = () => parseTime(text, 'min_age');
  const age_ms = unlessRefused(read, ({ reason }): never => {
    throw illegalAt(part, `phase [${phase}]: ${reason}`);
  });
  if (age_ms >= 0) return age_ms;
  throw illegalAt(part, `phase [${phase}]: [min_age] must not be negative but was [${text}]`);
}

function required(part: BodyPart | undefined, within: BodyPart, name: string): BodyPart {
  if (part === undefined) throw illegalAt(within, `Required [${name}]`);
  return part;
}

/** Returns the JSON of the policy with the minimum age of every phase added. */
function shown(policy: JsonValue, phases: JsonValue): JsonObject {
  const given = isJsonObject(policy) ? policy : {};
  const named = Object.entries(isJsonObject(phases) ? phases : {}).map(
    ([name, phase]): readonly [string, JsonValue] => [
      name,
      isJsonObject(phase) ? { min_age: '0ms', actions: {}, ...phase } : phase,
    ],
  );
  return { ...given, phases: Object.fromEntries(named) };
}

/** rollover.max-size-advice: a warning for `max_size` names its replacement. */
function warningsOf(phases: readonly Phase[]): readonly string[] {
  const isUsed = phases.some(({ actions }) =>
    actions.some(
      (action) =>
        action.kind === 'rollover' && action.conditions.some(({ name }) => name === 'max_size'),
    ),
  );
  return isUsed
    ? ['the rollover condition [max_size] is deprecated: use [max_primary_shard_size] instead']
    : [];
}
