import { ServiceError } from '../base/service-error.ts';
import type { Principal } from './principal.ts';

/** What would have been needed. */
export interface MissingRight {
  /** What was to be done. */
  readonly action: string;
  readonly kind: 'cluster' | 'index';
  /** The privileges of which each would do. */
  readonly privileges: readonly string[];
  /** Names of indices. */
  readonly indices?: readonly string[];
}

/** Gives the refusal of what somebody may not do. */
export function unauthorised(
  { key, username, roles }: Principal,
  { action, kind, privileges, indices }: MissingRight,
): ServiceError {
  const who =
    key === undefined
      ? `user [${username}] with effective roles [${roles.join(',')}]`
      : `API key id [${key.id}] of user [${username}]`;
  const where = indices === undefined ? '' : ` on indices [${indices.join(',')}]`;
  return new ServiceError(
    'security_exception',
    `action [${action}] is unauthorized for ${who}${where}, this action is granted by the ${kind} privileges [${privileges.join(',')}]`,
  );
}
