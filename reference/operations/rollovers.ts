import type { JsonObject } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { validationError } from '../base/service-error.ts';
import type { Condition } from '../lifecycle/conditions.ts';
import { hasMaximum, isMet, labelOf, parseConditions } from '../lifecycle/conditions.ts';
import { conditionsAllow } from '../lifecycle/decision.ts';
import { figuresOf } from '../lifecycle/index-figures.ts';
import type { RolloverStart } from '../lifecycle/rollover.ts';
import { carryOut, planRollover } from '../lifecycle/rollover.ts';
import { checkCreation, readCreation } from '../store/catalog/creation.ts';
import { knownMembers } from '../search/body.ts';
import type { Operation, RequestBody } from './operation.ts';
import { done } from './operation.ts';
import { bodyPart } from './body-part.ts';

/** Rolls over if the conditions of the request are met; ignores the shard size limit, and works on an empty index. */
export const rollover: Operation<'rollover'> = ({ path, query, body }, service) => {
  const { alias: target, new_index } = path;
  const dryRun = query.dry_run === true;
  const { conditions, creation } = readBody(body);
  const start: RolloverStart = { new_index, body: creation };
  checkCreation(readCreation(creation));
  const plan = planRollover(target, start, service);
  const figures = figuresOf(plan.source, service.environment.now());
  const rolls = !dryRun && conditionsAllow(conditions, figures);
  if (rolls) carryOut(plan, start, service);
  return done({
    acknowledged: rolls,
    shards_acknowledged: rolls,
    old_index: plan.source.name,
    new_index: plan.name,
    rolled_over: rolls,
    dry_run: dryRun,
    conditions: Object.fromEntries(
      conditions.map((condition) => [labelOf(condition), isMet(condition, figures)]),
    ),
  });
};

function readBody(body: RequestBody | undefined): {
  readonly conditions: readonly Condition[];
  readonly creation: JsonObject | undefined;
} {
  const root = bodyPart(body, {});
  const members = knownMembers(root, 'rollover', ['conditions', 'settings', 'mappings', 'aliases']);
  const part = members['conditions'];
  const conditions = part === undefined ? [] : parseConditions(part, 'conditions');
  if (conditions.length > 0 && !hasMaximum(conditions)) {
    throw validationError([
      'at least one max_* rollover condition must be set when using min_* conditions',
    ]);
  }
  const { conditions: _, ...creation } = isJsonObject(root.value) ? root.value : {};
  return { conditions, creation: Object.keys(creation).length === 0 ? undefined : creation };
}
