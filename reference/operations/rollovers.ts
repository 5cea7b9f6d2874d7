import type { JsonObject } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { validationError } from '../base/service-error.ts';
import type { Condition } from '../lifecycle/conditions.ts';
import { hasMaximum, isMet, labelOf, parseConditions } from '../lifecycle/conditions.ts';
import { conditionsAllow } from '../lifecycle/decision.ts';
import { figuresOf } from '../lifecycle/index-figures.ts';
import type { RolloverStart } from '../lifecycle/rollover.ts';
import { carryOut, planRollover } from '../lifecycle/rollover.ts';
import { knownMembers } from '../search/body.ts';
import type { Operation, Reply, RequestBody } from './operation.ts';
import { done } from './operation.ts';
import type { Service } from './service.ts';

interface RolloverCall {
  readonly target: string;
  readonly new_index: string | undefined;
  readonly dry_run: boolean;
  readonly body: RequestBody | undefined;
}

export const rollover: Operation<'rollover'> = ({ path, query, body }, service) => {
  const dryRun = query.dry_run === true;
  return roll({ target: path.alias, new_index: undefined, dry_run: dryRun, body }, service);
};

export const rolloverToIndex: Operation<'rolloverToIndex'> = ({ path, query, body }, service) => {
  const dryRun = query.dry_run === true;
  return roll({ target: path.alias, new_index: path.new_index, dry_run: dryRun, body }, service);
};

/** A rollover by hand asks its own conditions only: neither the ceiling of a shard nor that there are documents counts here. */
function roll({ target, new_index, dry_run, body }: RolloverCall, service: Service): Reply {
  const { conditions, creation } = readBody(body);
  const start: RolloverStart = { new_index, body: creation };
  const plan = planRollover(target, start, service);
  const figures = figuresOf(plan.source, service.environment.now());
  const rolls = !dry_run && conditionsAllow(conditions, figures);
  if (rolls) carryOut(plan, start, service);
  return done({
    acknowledged: rolls,
    shards_acknowledged: rolls,
    old_index: plan.source.name,
    new_index: plan.name,
    rolled_over: rolls,
    dry_run,
    conditions: Object.fromEntries(
      conditions.map((condition) => [labelOf(condition), isMet(condition, figures)]),
    ),
  });
}

function readBody(body: RequestBody | undefined): {
  readonly conditions: readonly Condition[];
  readonly creation: JsonObject | undefined;
} {
  const value = body?.json();
  if (value === undefined) return { conditions: [], creation: undefined };
  const whole = { value, text: body?.text() ?? '', path: [] };
  const members = knownMembers(whole, 'rollover', [
    'conditions',
    'settings',
    'mappings',
    'aliases',
  ]);
  const part = members['conditions'];
  const conditions = part === undefined ? [] : parseConditions(part, 'conditions');
  if (conditions.length > 0 && !hasMaximum(conditions)) {
    throw validationError([
      'at least one max_* rollover condition must be set when using min_* conditions',
    ]);
  }
  const { conditions: _, ...creation } = isJsonObject(value) ? value : {};
  return { conditions, creation: Object.keys(creation).length === 0 ? undefined : creation };
}
