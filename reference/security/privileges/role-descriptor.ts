import type { JsonObject } from '../../base/json.ts';
import type { ClusterPrivilege, IndexPrivilege } from './known-privileges.ts';

/** Privileges on the indices that patterns match. */
export interface IndexRights {
  readonly names: readonly string[];
  readonly privileges: readonly IndexPrivilege[];
}

/** Privileges in an application. Names of privileges and resources are not checked: only the application knows them. */
export interface ApplicationRights {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

/**
 * roles.applications-entries: the privileges of a role. Immutable: an API key keeps the privileges that its creator
 * had.
 */
export interface RoleDescriptor {
  readonly cluster: readonly ClusterPrivilege[];
  readonly indices: readonly IndexRights[];
  readonly applications: readonly ApplicationRights[];
  readonly metadata: JsonObject;
}

/** All privileges. */
export const superuser: RoleDescriptor = {
  cluster: ['all'],
  indices: [{ names: ['*'], privileges: ['all'] }],
  applications: [{ application: '*', privileges: ['*'], resources: ['*'] }],
  metadata: { _reserved: true },
};

/** Returns whether a role has no privileges. */
export function isEmpty({ cluster, indices, applications }: RoleDescriptor): boolean {
  return cluster.length === 0 && indices.length === 0 && applications.length === 0;
}
