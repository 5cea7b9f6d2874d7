import { refuse } from '../base/service-error.ts';
import { parsePolicy } from '../lifecycle/parse-policy.ts';
import type { StoredPolicy } from '../lifecycle/policy-table.ts';
import { policyNameOf } from '../lifecycle/state.ts';
import { flatSettings } from '../store/settings/read-index-settings.ts';
import type { Operation } from './operation.ts';
import { acknowledged, done } from './operation.ts';
import type { Service } from './service.ts';
import { splitNames } from './targets.ts';

const nameSetting = 'index.lifecycle.name';

/** lifecycle.put-creates-policy, lifecycle.policy-creation-details: creates or replaces a policy. */
export const putLifecyclePolicy: Operation<'putLifecyclePolicy'> = ({ path, body }, service) => {
  const policy = parsePolicy(body?.json(), body?.text() ?? '');
  service.lifecycle.policies.put(path.policy_name, policy, service.environment.now());
  return { ...acknowledged(), notes: { warnings: policy.warnings } };
};

/** Returns policies by names and patterns. */
export const getLifecyclePolicy: Operation<'getLifecyclePolicy'> = ({ path }, service) => {
  const render = ({ name, policy, version, modified_ms }: StoredPolicy) => ({
    version,
    modified_date: new Date(modified_ms).toISOString(),
    policy: policy.json,
    in_use_by: usersOf(name, service),
  });
  const names = path.policy_name === undefined ? [] : splitNames(path.policy_name, 'policy');
  const found = service.lifecycle.policies.find(names);
  return done(Object.fromEntries(found.map((stored) => [stored.name, render(stored)])));
};

/** Deletes a policy; refuses if an index uses it. */
export const deleteLifecyclePolicy: Operation<'deleteLifecyclePolicy'> = ({ path }, service) => {
  const { policy_name } = path;
  const { indices } = usersOf(policy_name, service);
  if (indices.length > 0) {
    refuse(
      `Cannot delete policy [${policy_name}]. It is in use by one or more indices: [${indices.join(', ')}]`,
    );
  }
  service.lifecycle.policies.remove(policy_name);
  return acknowledged();
};

/** Returns the names of everything that uses a policy. */
function usersOf(policy: string, { catalog }: Service) {
  const indices = [...catalog.indices.values()].filter((index) => policyNameOf(index) === policy);
  const templates = [...catalog.templates].filter(
    ({ creation }) => flatSettings(creation.settings).get(nameSetting) === policy,
  );
  const streams = indices.flatMap(({ metadata }) => metadata.data_stream ?? []);
  return {
    indices: indices.map(({ name }) => name).sort(),
    data_streams: [...new Set(streams)].sort(),
    composable_templates: templates.map(({ name }) => name).sort(),
  };
}
