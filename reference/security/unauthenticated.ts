import { ServiceError } from '../base/service-error.ts';

/** authentication.refusal-status: gives the refusal of a request that proves nothing. */
export function missingCredentials(path: string): ServiceError {
  return new ServiceError(
    'security_exception',
    `missing authentication credentials for REST request [${path}]`,
    { unauthenticated: true },
  );
}

/** authentication.refusal-status, api-keys.expired-key: gives the one refusal of every proof that is none. */
export function wrongCredentials(): ServiceError {
  return new ServiceError(
    'security_exception',
    'unable to authenticate with the credentials that were given',
    { unauthenticated: true },
  );
}
