import type { Ledger } from '../../spec/clauses.ts';
import { openClient } from '../driver/client.ts';
import { hookRequest } from '../driver/hook-request.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';

/** The needs of these clauses. */
export function needsOf(clauses: Iterable<string>, { byId }: Ledger): ReadonlySet<string> {
  return new Set([...clauses].flatMap((id) => byId.get(id)?.needs ?? []));
}

/**
 * Undoes what the hooks among these needs changed for the whole server, if the profile says how. Returns a line for each
 * failure; never throws.
 */
export async function undoHooks(
  target: Target,
  profile: Profile,
  needs: ReadonlySet<string>,
): Promise<readonly string[]> {
  const client = openClient(target);
  const leftovers: string[] = [];
  for (const [name, hook] of Object.entries(profile.hooks)) {
    if (hook.undo === undefined || !needs.has(name)) continue;
    const { headers, ...wire } = hookRequest(hook.undo, {});
    const what = `what the hook ${name} changed: ${wire.method} ${wire.path}`;
    try {
      const { status } = await client.send({
        ...wire,
        headers: { ...target.headers, ...headers },
      });
      if (status < 200 || status >= 300) leftovers.push(`${what} answered ${status}`);
    } catch (error) {
      leftovers.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  client.close();
  return leftovers;
}
