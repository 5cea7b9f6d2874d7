import { covers } from './covers.ts';
import type { ClusterPrivilege, IndexPrivilege } from './known-privileges.ts';
import { clusterPrivileges, indexPrivileges } from './known-privileges.ts';
import type { RoleDescriptor } from './role-descriptor.ts';

/** One privilege of an application on one resource. */
export interface ApplicationPrivilege {
  readonly application: string;
  readonly privilege: string;
  readonly resource: string;
}

/** What somebody may do. Names and resources that are asked for may be patterns: then all that they reach must be allowed. */
export interface Access {
  cluster(privilege: ClusterPrivilege): boolean;
  index(name: string, privilege: IndexPrivilege): boolean;
  /** True where there can be an index on which the privilege is held. */
  someIndex(privilege: IndexPrivilege): boolean;
  application(wanted: ApplicationPrivilege): boolean;
}

/** Gives what roles allow together: what one of them does. */
export function accessOfRoles(roles: readonly RoleDescriptor[]): Access {
  const cluster = new Set(roles.flatMap((role) => role.cluster));
  const indices = roles.flatMap((role) => role.indices);
  const applications = roles.flatMap((role) => role.applications);
  return {
    cluster: (wanted) => [...cluster].some((held) => clusterPrivileges.includes(held, wanted)),
    index: (name, wanted) =>
      indices.some(
        ({ names, privileges }) =>
          privileges.some((held) => indexPrivileges.includes(held, wanted)) &&
          anyCovers(names, name),
      ),
    someIndex: (wanted) =>
      indices.some(({ privileges }) =>
        privileges.some((held) => indexPrivileges.includes(held, wanted)),
      ),
    application: ({ application, privilege, resource }) =>
      applications.some(
        (rights) =>
          covers(rights.application, application) &&
          anyCovers(rights.privileges, privilege) &&
          anyCovers(rights.resources, resource),
      ),
  };
}

/** api-keys.access-never-above-creator: gives what both allow. */
export function accessOfBoth(one: Access, other: Access): Access {
  return {
    cluster: (wanted) => one.cluster(wanted) && other.cluster(wanted),
    index: (name, wanted) => one.index(name, wanted) && other.index(name, wanted),
    someIndex: (wanted) => one.someIndex(wanted) && other.someIndex(wanted),
    application: (wanted) => one.application(wanted) && other.application(wanted),
  };
}

function anyCovers(patterns: readonly string[], wanted: string): boolean {
  return patterns.some((pattern) => covers(pattern, wanted));
}
