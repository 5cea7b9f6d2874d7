import { ServiceError } from '../../base/service-error.ts';
import type { Principal } from '../../security/principal.ts';

/**
 * roles.management-ui-application-name: the specification does not name the application; real services use this one.
 */
const uiPermission = {
  application: 'kibana-.kibana',
  privilege: 'feature_apm.all',
  resource: 'space:default',
};

/**
 * Throws a ServiceError if the caller may not use the page.
 *
 * roles.management-ui-entry, roles.management-ui-permissions, roles.creator-without-manage-own-api-key.
 */
export function requirePageAccess({ access, key, username }: Principal): void {
  if (key !== undefined) {
    throw denied(`API key id [${key.id}] cannot use this page: sign in with an account`);
  }
  const { application, privilege, resource } = uiPermission;
  if (!access.application(uiPermission)) {
    throw denied(
      `user [${username}] needs the privilege [${privilege}] of the application [${application}] on [${resource}]`,
    );
  }
  if (!access.cluster('manage_own_api_key')) {
    throw denied(`user [${username}] needs the cluster privilege [manage_own_api_key]`);
  }
}

function denied(reason: string): ServiceError {
  return new ServiceError('security_exception', reason);
}
