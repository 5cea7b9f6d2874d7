import { all, any, type Verdict } from './verdict.ts';

/** Rights in one application. */
export interface Entry {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

/** Rights on some indices. */
export interface IndexRights {
  readonly names: readonly string[];
  readonly privileges: readonly string[];
}

/** What a role holds, one of an account as well as one of a key. */
export interface Rights {
  readonly cluster: readonly string[];
  readonly applications: readonly Entry[];
  readonly indices: readonly IndexRights[];
}

/** The roles of a key by name; undefined where its request says nothing of them. */
export type Descriptors = Readonly<Record<string, Rights>> | undefined;

/** The privileges of agents that the interface names. */
export const agentPrivileges = ['event:write', 'config_agent:read', 'sourcemap:write'] as const;

export type AgentPrivilege = (typeof agentPrivileges)[number];

/** The right on the cluster that creators of keys need. */
const creatorsRight = 'manage_own_api_key';

/** Rights on the cluster that certainly do not hold that right. */
const harmless = new Set(['monitor']);

/** Whether a privilege of the application `apm` on every resource is among these rights. */
export function holds(rights: readonly Rights[], privilege: string): boolean {
  return rights
    .flatMap(({ applications }) => applications)
    .some(
      ({ application, privileges, resources }) =>
        application === 'apm' && privileges.includes(privilege) && resources.includes('*'),
    );
}

/** Whether a user with these roles may create keys at all. */
export function mayCreate(roles: readonly Rights[]): Verdict {
  return any(
    roles
      .flatMap(({ cluster }) => cluster)
      .map((right) => {
        if (right === creatorsRight) return 'yes';
        return harmless.has(right) ? 'no' : 'open';
      }),
  );
}

/**
 * Whether a user with these roles is given a key with these roles. A request that asks for more than the user has may be
 * refused or cut down, and so may one for a key without any privilege.
 */
export function createsKey(roles: readonly Rights[], descriptors: Descriptors): Verdict {
  return all([mayCreate(roles), isModest(roles, descriptors) ? 'yes' : 'open']);
}

/** Whether a key has a privilege of the application `apm` on every resource: at most what its creator has. */
export function keyHolds(
  roles: readonly Rights[],
  descriptors: Descriptors,
  privilege: string,
): Verdict {
  if (!holds(roles, privilege)) return 'no';
  const own = Object.values(descriptors ?? {});
  if (own.length === 0) return 'open';
  return holds(own, privilege) ? 'yes' : 'no';
}

/** True where every role of a key asks for something, and for nothing but agent privileges that its creator has. */
function isModest(roles: readonly Rights[], descriptors: Descriptors): boolean {
  const own = Object.values(descriptors ?? {});
  return (
    own.length > 0 &&
    own.every(
      ({ applications, cluster, indices }) =>
        applications.length > 0 &&
        cluster.length === 0 &&
        indices.length === 0 &&
        applications.every(
          ({ application, privileges, resources }) =>
            application === 'apm' &&
            resources.join() === '*' &&
            privileges.every((privilege) => holds(roles, privilege)),
        ),
    )
  );
}
