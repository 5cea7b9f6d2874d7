import { madeOnce } from '../../base/lazily.ts';
import type { TextTest } from '../../base/wildcard.ts';
import { coverMatcher, newMatchBudget } from '../../base/wildcard.ts';
import type { ClusterPrivilege, IndexPrivilege } from './known-privileges.ts';
import { clusterPrivileges, indexPrivileges } from './known-privileges.ts';
import type { RoleDescriptor } from './role-descriptor.ts';

/** A privilege of an application on a resource. */
interface ApplicationPrivilege {
  readonly application: string;
  readonly privilege: string;
  readonly resource: string;
}

/** The privileges of a caller. A name or resource may be a pattern; then everything that matches it must be allowed. */
export interface Access {
  cluster(privilege: ClusterPrivilege): boolean;
  index(name: string, privilege: IndexPrivilege): boolean;
  /** Returns whether the caller has the privilege on any possible name of an index. */
  someIndex(privilege: IndexPrivilege): boolean;
  application(required: ApplicationPrivilege): boolean;
}

/**
 * Returns the union of the privileges of some roles, for one request: all its questions share a budget, and what was asked
 * before is known.
 */
export function accessOfRoles(roles: readonly RoleDescriptor[]): Access {
  const { covers, anyCovers } = sharedCovers();
  const known = new Map<string, boolean>();
  const cluster = new Set(roles.flatMap((role) => role.cluster));
  const indices = roles.flatMap((role) => role.indices);
  const applications = roles.flatMap((role) => role.applications);
  return {
    cluster: (required) => [...cluster].some((held) => clusterPrivileges.includes(held, required)),
    index(name, required) {
      const question = `${required} ${name}`;
      return madeOnce(known, question, () =>
        indices.some(
          ({ names, privileges }) =>
            privileges.some((held) => indexPrivileges.includes(held, required)) &&
            anyCovers(names, name),
        ),
      );
    },
    someIndex: (required) =>
      indices.some(({ privileges }) =>
        privileges.some((held) => indexPrivileges.includes(held, required)),
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

/** api-keys.access-never-above-creator: returns the intersection of two sets of privileges. */
export function accessOfBoth(one: Access, other: Access): Access {
  return {
    cluster: (required) => one.cluster(required) && other.cluster(required),
    index: (name, required) => one.index(name, required) && other.index(name, required),
    someIndex: (required) => one.someIndex(required) && other.someIndex(required),
    application: (required) => one.application(required) && other.application(required),
  };
}

/** Returns tests of patterns that share a budget, and read each pattern once. */
function sharedCovers() {
  const budget = newMatchBudget();
  const tests = new Map<string, TextTest>();
  const covers = (pattern: string, covered: string): boolean =>
    madeOnce(tests, pattern, () => coverMatcher(pattern, budget))(covered);
  return {
    covers,
    anyCovers: (patterns: readonly string[], covered: string): boolean =>
      patterns.some((pattern) => covers(pattern, covered)),
  };
}
