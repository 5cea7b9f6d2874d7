import type { Principal } from './principal.ts';
import type { Security } from './security.ts';

/** What an agent's key can be good for, in the order in which it is told. */
export const apm_privileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

export type ApmPrivilege = (typeof apm_privileges)[number];

/** A key that is good, and what it may do for an agent. */
export interface VerifiedKey {
  readonly id: string;
  readonly name: string;
  /** Who created it. */
  readonly username: string;
  readonly privileges: readonly ApmPrivilege[];
}

/**
 * Takes the credential that an agent sends, without the name of its scheme; gives the key and its privileges of the
 * application `apm` on every resource, or undefined where the credential is none, whatever the reason.
 *
 * api-keys.privilege-single, api-keys.privilege-several.
 */
export async function verifyApiKey(
  credential: string,
  security: Pick<Security, 'authenticate'>,
): Promise<VerifiedKey | undefined> {
  const principal = await security.authenticate({ kind: 'api_key', encoded: credential });
  if (principal?.key === undefined) return undefined;
  return {
    ...principal.key,
    username: principal.username,
    privileges: apm_privileges.filter((privilege) => holds(principal, privilege)),
  };
}

function holds({ access }: Principal, privilege: ApmPrivilege): boolean {
  return access.application({ application: 'apm', privilege, resource: '*' });
}
