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

/** The agent privileges that the specification names. */
export const agentPrivileges = ['event:write', 'config_agent:read', 'sourcemap:write'] as const;

/** One of the agent privileges that the specification names. */
export type AgentPrivilege = (typeof agentPrivileges)[number];

/** The cluster privilege that a user needs to create keys. */
const creatorPrivilege = 'manage_own_api_key';

/** Cluster privileges that are known not to allow the creation of keys. */
const privilegesWithoutCreation = new Set(['monitor']);

/** True if the specification shows all of what a role contains, so that no server may refuse it. */
export function isShownRole({ cluster, applications, indices }: Rights): boolean {
  const known: readonly string[] = agentPrivileges;
  return (
    cluster.join() === creatorPrivilege &&
    indices.length === 0 &&
    applications.every(
      ({ application, privileges, resources }) =>
        application === 'apm' &&
        resources.join() === '*' &&
        privileges.every((privilege) => known.includes(privilege)),
    )
  );
}

/** True if the roles contain a privilege of the application `apm` on every resource. */
export function holds(rights: readonly Rights[], privilege: string): boolean {
  return rights
    .flatMap(({ applications }) => applications)
    .some(
      ({ application, privileges, resources }) =>
        application === 'apm' && privileges.includes(privilege) && resources.includes('*'),
    );
}

/** Predicts whether a user with these roles may create keys at all. */
export function mayCreate(roles: readonly Rights[]): Prediction {
  return any(
    roles
      .flatMap(({ cluster }) => cluster)
      .map((right) => {
        if (right === creatorPrivilege) return 'yes';
        return privilegesWithoutCreation.has(right) ? 'no' : 'open';
      }),
  );
}

/**
 * Predicts whether a user with the roles `roles` can create a key with the roles `descriptors`. The target may refuse
 * or reduce a request for more privileges than the user has, and may refuse a request for a key without privileges.
 */
export function createsKey(roles: readonly Rights[], descriptors: Descriptors): Prediction {
  return all([mayCreate(roles), isWithinCreator(roles, descriptors) ? 'yes' : 'open']);
}

/** Predicts whether a key has a privilege of the application `apm` on every resource. */
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

/** True if every role of a key requests only agent privileges that its creator has. */
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
