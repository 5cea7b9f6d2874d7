import { all, any, type Prediction } from './prediction.ts';

/** Privileges in one application. */
export interface ApplicationRights {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

/** Privileges on some indices. */
export interface IndexRights {
  readonly names: readonly string[];
  readonly privileges: readonly string[];
}

/** The privileges of a role of an account or of a key. */
export interface Rights {
  readonly cluster: readonly string[];
  readonly applications: readonly ApplicationRights[];
  readonly indices: readonly IndexRights[];
}

/** The roles of a key by name; undefined if its request does not have the member. */
export type Descriptors = Readonly<Record<string, Rights>> | undefined;

/** The privileges of agents that the interface names. */
export const agentPrivileges = ['event:write', 'config_agent:read', 'sourcemap:write'] as const;

export type AgentPrivilege = (typeof agentPrivileges)[number];

/** The cluster privilege that creators of keys need. */
const creatorsRight = 'manage_own_api_key';

/** Cluster privileges that do not include it. */
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
export function mayCreate(roles: readonly Rights[]): Prediction {
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
export function createsKey(roles: readonly Rights[], descriptors: Descriptors): Prediction {
  return all([mayCreate(roles), isWithinCreator(roles, descriptors) ? 'yes' : 'open']);
}

/** Whether a key has a privilege of the application `apm` on every resource: at most what its creator has. */
export function keyHolds(
  roles: readonly Rights[],
  descriptors: Descriptors,
  privilege: string,
): Prediction {
  if (!holds(roles, privilege)) return 'no';
  const own = Object.values(descriptors ?? {});
  if (own.length === 0) return 'open';
  return holds(own, privilege) ? 'yes' : 'no';
}

/** True if every role of a key asks for agent privileges that its creator has, and for nothing else. */
function isWithinCreator(roles: readonly Rights[], descriptors: Descriptors): boolean {
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
