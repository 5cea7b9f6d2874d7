import { ServiceError } from '../../base/service-error.ts';
import type { ApiKey, ApiKeys } from '../../security/keys/api-keys.ts';
import { selectKeys } from '../../security/keys/api-keys.ts';
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

/** Returns the valid agent keys that the caller may see and revoke, the newest first. */
export function agentKeysOf(
  keys: ApiKeys,
  principal: Principal,
  now_ms: number,
): readonly ApiKey[] {
  const seesAll = principal.access.cluster('manage_api_key');
  return selectKeys(keys.all(), { owner: !seesAll }, principal)
    .filter((key) => isAgentKey(key) && works(key, now_ms))
    .toReversed();
}

/** Returns the agent privileges of a key. */
export function agentPrivileges({ roles }: ApiKey): readonly string[] {
  const rights = roles.flatMap(({ applications }) => applications);
  const apmRights = rights.filter(({ application }) => application === 'apm');
  return [...new Set(apmRights.flatMap(({ privileges }) => privileges))].sort();
}

function isAgentKey(key: ApiKey): boolean {
  return agentPrivileges(key).length > 0;
}

function works({ invalidated_ms, expires_ms }: ApiKey, now_ms: number): boolean {
  return invalidated_ms === undefined && now_ms < (expires_ms ?? Infinity);
}

function denied(reason: string): ServiceError {
  return new ServiceError('security_exception', reason);
}
