import { ServiceError } from '../base/service-error.ts';
import type { Principal } from './principal.ts';

/** authentication.refusal-status: returns the error for a request without credentials. */
export function missingCredentials(path: string): ServiceError {
  return new ServiceError(
    'security_exception',
    `missing authentication credentials for REST request [${path}]`,
    { unauthenticated: true },
  );
}

/**
 * authentication.refusal-status, api-keys.expired-key: returns the error for wrong credentials; it does not depend on
 * the kind of error.
 */
export function wrongCredentials(): ServiceError {
  return new ServiceError(
    'security_exception',
    'unable to authenticate with the credentials that were given',
    { unauthenticated: true },
  );
}

/** The privileges that the caller lacks. */
interface MissingRight {
  /** The name of the operation. */
  readonly action: string;
  readonly kind: 'cluster' | 'index';
  /** The caller would need one of these privileges. */
  readonly privileges: readonly string[];
  /** Names of indices. */
  readonly indices?: readonly string[];
}

/** Returns the error for an operation that the caller may not use. */
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
