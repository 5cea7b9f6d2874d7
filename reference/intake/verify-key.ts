import type { ApmPrivilege } from '../security/apm-privileges.ts';
import { CredentialProblem, decodeCredential } from './credential.ts';
import type { SearchService } from './search-service.ts';

/** The privileges to check; all of them if none is set. */
export interface VerifyFlags {
  readonly agentConfig?: boolean;
  readonly ingest?: boolean;
  readonly sourcemap?: boolean;
}

/** The result of checking a key. */
export type Verified =
  | { readonly kind: 'valid'; readonly held: ReadonlyMap<ApmPrivilege, boolean> }
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * Checks which privileges a key has. Rejects with a ServiceUnavailable if the search service does not answer.
 *
 * intake.verify-command.
 */
export async function verifyKey(
  encoded: string,
  flags: VerifyFlags,
  service: Pick<SearchService, 'privilegesOf'>,
): Promise<Verified> {
  try {
    decodeCredential(encoded);
  } catch (error) {
    if (!(error instanceof CredentialProblem)) throw error;
    return { kind: 'invalid', reason: error.message };
  }
  const privileges = await service.privilegesOf(encoded);
  if (privileges === undefined) {
    return { kind: 'invalid', reason: 'these are not the credentials of a valid key' };
  }
  const held = new Map(checkedPrivileges(flags).map((one) => [one, privileges.includes(one)]));
  return { kind: 'valid', held };
}

/**
 * Returns a line for each privilege.
 *
 * intake.verify-line-config-agent-read, intake.verify-line-event-write, intake.verify-line-sourcemap-write,
 * intake.verify-yes, intake.verify-negative.
 */
export function linesOfAnswer(held: ReadonlyMap<ApmPrivilege, boolean>): string {
  const lines = [...held].map(
    ([privilege, has]) => `Authorized for privilege "${privilege}"...: ${has ? 'Yes' : 'No'}\n`,
  );
  return lines.join('');
}

/** Returns the privileges as a JSON object, indented with tabs. */
export function jsonOfAnswer(held: ReadonlyMap<ApmPrivilege, boolean>): string {
  return `${JSON.stringify(Object.fromEntries(held), undefined, '\t')}\n`;
}

function checkedPrivileges({
  ingest,
  sourcemap,
  agentConfig,
}: VerifyFlags): readonly ApmPrivilege[] {
  const chosen: ApmPrivilege[] = [];
  if (ingest === true) chosen.push('event:write');
  if (sourcemap === true) chosen.push('sourcemap:write');
  if (agentConfig === true) chosen.push('config_agent:read');
  return chosen.length > 0 ? chosen : ['config_agent:read', 'event:write', 'sourcemap:write'];
}
