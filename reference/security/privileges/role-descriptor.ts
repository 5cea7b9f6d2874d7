import type { JsonObject } from '../../base/json.ts';
import type { ClusterPrivilege, IndexPrivilege } from './known-privileges.ts';

/** Rights on the indices that patterns reach. */
export interface IndexRights {
  readonly names: readonly string[];
  readonly privileges: readonly IndexPrivilege[];
}

/** Rights inside an application, which alone knows what its privileges and resources mean. */
export interface ApplicationRights {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

/** roles.applications-entries: what the holders of a role may do. Never changed, so that who keeps one keeps the rights of then. */
export interface RoleDescriptor {
  readonly cluster: readonly ClusterPrivilege[];
  readonly indices: readonly IndexRights[];
  readonly applications: readonly ApplicationRights[];
  readonly metadata: JsonObject;
}

/** The right to do everything. */
export const superuser: RoleDescriptor = {
  cluster: ['all'],
  indices: [{ names: ['*'], privileges: ['all'] }],
  applications: [{ application: '*', privileges: ['*'], resources: ['*'] }],
  metadata: { _reserved: true },
};

/** True where a role gives no right at all. */
export function isEmpty({ cluster, indices, applications }: RoleDescriptor): boolean {
  return cluster.length === 0 && indices.length === 0 && applications.length === 0;
}
