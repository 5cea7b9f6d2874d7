import { ServiceError } from '../base/service-error.ts';

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
