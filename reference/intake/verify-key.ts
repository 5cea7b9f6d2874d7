import type { ApmPrivilege } from '../security/apm-privileges.ts';
import { CredentialProblem, decodeCredential } from './credential.ts';
import type { SearchService } from './search-service.ts';

/** Which privileges are asked about, as the flags say it; without any flag all are. */
export interface VerifyFlags {
  readonly agentConfig?: boolean;
  readonly ingest?: boolean;
  readonly sourcemap?: boolean;
}

/** What became of a question about a key. */
export type Verified =
  | { readonly kind: 'valid'; readonly held: ReadonlyMap<ApmPrivilege, boolean> }
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * Takes a credential and what is asked; gives which privileges it has. Rejects with a ServiceUnreachable where that cannot
 * be found out.
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
    return { kind: 'invalid', reason: 'no key has these credentials, or it is no longer good' };
  }
  const held = new Map(asked(flags).map((one) => [one, privileges.includes(one)]));
  return { kind: 'valid', held };
}

/**
 * Gives a line for each privilege.
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

/** Gives the answer as a JSON object, indented with tabs. */
export function jsonOfAnswer(held: ReadonlyMap<ApmPrivilege, boolean>): string {
  return `${JSON.stringify(Object.fromEntries(held), undefined, '\t')}\n`;
}

function asked({ ingest, sourcemap, agentConfig }: VerifyFlags): readonly ApmPrivilege[] {
  const chosen: ApmPrivilege[] = [];
  if (ingest === true) chosen.push('event:write');
  if (sourcemap === true) chosen.push('sourcemap:write');
  if (agentConfig === true) chosen.push('config_agent:read');
  return chosen.length > 0 ? chosen : ['config_agent:read', 'event:write', 'sourcemap:write'];
}
