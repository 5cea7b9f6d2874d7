import { isJsonObject } from '../base/json.ts';
import { refuse, validationError } from '../base/service-error.ts';
import { hasMaximum, isMet, labelOf, parseConditions } from '../lifecycle/conditions.ts';
import { conditionsAllow } from '../lifecycle/decision.ts';
import { figuresOf } from '../lifecycle/index-figures.ts';
import { explainIndex, policyNameOf } from '../lifecycle/state.ts';
import { follow, unfollow } from '../lifecycle/followers.ts';
import { parsePolicy } from '../lifecycle/parse-policy.ts';
import type { StoredPolicy } from '../lifecycle/policy-table.ts';
import type { RolloverStart } from '../lifecycle/rollover.ts';
import { carryOut, planRollover } from '../lifecycle/rollover.ts';
import { itself, objectOf, readMembers, stringOf } from '../base/body.ts';
import { checkCreation, readCreation } from '../store/catalog/creation.ts';
import { bodyPart, splitNames } from './request-parts.ts';
import type { Operation, RequestBody } from './operation.ts';
import { acknowledged, done } from './operation.ts';

/** lifecycle.put-creates-policy, lifecycle.policy-creation-details: creates or replaces a policy. */
export const putLifecyclePolicy: Operation<'putLifecyclePolicy'> = ({ path, body }, service) => {
  const policy = parsePolicy(body?.json(), body?.text() ?? '');
  service.lifecycle.policies.put(path.policy_name, policy, service.environment.now());
  return { ...acknowledged(), notes: { warnings: policy.warnings } };
};

/** Returns policies by names and patterns. */
export const getLifecyclePolicy: Operation<'getLifecyclePolicy'> = ({ path }, service) => {
  const render = ({ policy, version, modified_ms }: StoredPolicy) => ({
    version,
    modified_date: new Date(modified_ms).toISOString(),
    policy: policy.json,
  });
  const names = path.policy_name === undefined ? ['*'] : splitNames(path.policy_name, 'policy');
  const found = service.lifecycle.policies.find(names);
  return done(Object.fromEntries(found.map((stored) => [stored.name, render(stored)])));
};

/** Deletes a policy; refuses if an index uses it. */
export const deleteLifecyclePolicy: Operation<'deleteLifecyclePolicy'> = ({ path }, service) => {
  const { policy_name } = path;
  const users = [...service.catalog.indices.values()].filter(
    (index) => policyNameOf(index) === policy_name,
  );
  if (users.length > 0) {
    const names = users.map(({ name }) => name).sort();
    refuse(
      `Cannot delete policy [${policy_name}]. It is in use by one or more indices: [${names.join(', ')}]`,
    );
  }
  service.lifecycle.policies.remove(policy_name);
  return acknowledged();
};

/** lifecycle.other-phases: returns the lifecycle state of every index that the expression selects. */
export const explainLifecycle: Operation<'explainLifecycle'> = ({ path, query }, service) => {
  const now_ms = service.environment.now();
  const explained = service.catalog
    .resolve(path.target)
    .map((index) => [index.name, explainIndex(index, now_ms)] as const)
    .filter(
      ([, state]) => state.managed || (query.only_managed !== true && query.only_errors !== true),
    )
    .filter(([, state]) => query.only_errors !== true || state['step'] === 'ERROR');
  return done({ indices: Object.fromEntries(explained) });
};

/** The only known remote cluster is this server itself. */
const ownCluster = 'local';

const followMembers = { remote_cluster: stringOf, leader_index: stringOf, settings: objectOf };

/** Creates an index that follows another one. */
export const followIndex: Operation<'followIndex'> = async ({ path, body }, service) => {
  const part = bodyPart(body, {});
  const { remote_cluster, ...read } = readMembers(part, 'put_follow_request', followMembers);
  const { leader_index: leader, settings } = read;
  if (leader === undefined) return refuse('Required [leader_index]');
  if (![ownCluster, service.identity.cluster_name].includes(remote_cluster ?? ownCluster)) {
    return refuse(`no such remote cluster: [${remote_cluster}]`);
  }
  await follow({ leader, follower: path.index, settings }, service);
  return done({
    acknowledged: true,
    follow_index_created: true,
    follow_index_shards_acked: true,
    index_following_started: true,
  });
};

/** rollover.follower-becomes-regular: turns a follower into a regular index, regardless of the state of its leader. */
export const unfollowIndex: Operation<'unfollowIndex'> = ({ path }, service) => {
  unfollow(service.catalog.singleIndex(path.index));
  return acknowledged();
};

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

function readBody(body: RequestBody | undefined) {
  const root = bodyPart(body, {});
  const others = { settings: itself, mappings: itself, aliases: itself };
  const members = { conditions: parseConditions, ...others };
  const { conditions = [] } = readMembers(root, 'rollover', members);
  if (conditions.length > 0 && !hasMaximum(conditions)) {
    throw validationError([
      'at least one max_* rollover condition must be set when using min_* conditions',
    ]);
  }
  const { conditions: _, ...creation } = isJsonObject(root.value) ? root.value : {};
  return { conditions, creation: Object.keys(creation).length === 0 ? undefined : creation };
}
