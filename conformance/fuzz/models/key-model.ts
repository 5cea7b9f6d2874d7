import type { Prediction } from './prediction.ts';

/** Privileges in one application. */
export interface ApplicationRights {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

/** The privileges of a role of a key. */
export interface KeyRights {
  readonly applications: readonly ApplicationRights[];
}

/** The privileges of a role of an account. */
export interface Rights extends KeyRights {
  readonly cluster: readonly string[];
}

/** The roles of a key by name. */
export type Descriptors = Readonly<Record<string, KeyRights>>;

/** The agent privileges that the specification names. */
export const agentPrivileges = ['event:write', 'config_agent:read', 'sourcemap:write'] as const;

/** One of them. */
export type AgentPrivilege = (typeof agentPrivileges)[number];

/** The cluster privilege that a user needs to create keys. */
const creatorPrivilege = 'manage_own_api_key';

/** True if the specification shows all of what a role contains, so that no server may refuse it. */
export function isShownRole({ cluster, applications }: Rights): boolean {
  return (
    cluster.join() === creatorPrivilege &&
    applications.every(
      ({ application, resources }) => application === 'apm' && resources.join() === '*',
    )
  );
}

/** True if the roles contain a privilege of the application `apm` on every resource. */
export function holds(rights: readonly KeyRights[], privilege: string): boolean {
  return rights
    .flatMap(({ applications }) => applications)
    .some(
      ({ application, privileges, resources }) =>
        application === 'apm' && privileges.includes(privilege) && resources.includes('*'),
    );
}

/**
 * Predicts whether a user with the roles `roles` can create a key with the roles `descriptors`. The target may refuse
 * or reduce a request for other privileges than the user has.
 */
export function createsKey(roles: readonly Rights[], descriptors: Descriptors): Prediction {
  if (!roles.some(({ cluster }) => cluster.includes(creatorPrivilege))) return 'no';
  const entries = Object.values(descriptors).flatMap(({ applications }) => applications);
  const isWithin = entries.every(
    ({ application, privileges, resources }) =>
      application === 'apm' &&
      resources.join() === '*' &&
      privileges.every((privilege) => holds(roles, privilege)),
  );
  return isWithin ? 'yes' : 'open';
}

/** Predicts whether a key has a privilege of the application `apm` on every resource. */
export function keyHolds(
  roles: readonly KeyRights[],
  descriptors: Descriptors,
  privilege: string,
): boolean {
  return holds(roles, privilege) && holds(Object.values(descriptors), privilege);
}
