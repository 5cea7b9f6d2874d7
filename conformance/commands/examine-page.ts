import { openClient } from '../driver/client.ts';
import { Incomplete, Mismatch } from '../base/errors.ts';
import { managementUiOf, type Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { agentKeyFormIn } from '../html/agent-key-form.ts';
import { openBrowser, type Visit } from '../html/browser.ts';
import type { Finding } from './examine-intake.ts';

/**
 * Checks that the page of agent keys opens and has the form; submits nothing. Empty if the profile does not claim a
 * management UI. Throws TargetLost if no server answers.
 */
export async function examinePage(target: Target, profile: Profile): Promise<readonly Finding[]> {
  if (!profile.claims.has('management_ui')) return [];
  const what = 'the page of agent keys can be read';
  try {
    return [{ what, problem: problemOf(await openPage(target, profile)) }];
  } catch (error) {
    if (!(error instanceof Incomplete || error instanceof Mismatch)) throw error;
    return [{ what, problem: error.message }];
  }
}

async function openPage(target: Target, profile: Profile): Promise<Visit> {
  const { url: home = target.base_url, agent_keys } = managementUiOf(profile);
  const client = openClient({ ...target, base_url: new URL(home).origin });
  try {
    const send = client.send.bind(client);
    return await openBrowser({ home, headers: target.headers, send }).open(agent_keys);
  } finally {
    client.close();
  }
}

function problemOf({ url, status, page }: Visit): string | undefined {
  const form = agentKeyFormIn(page);
  if (form === undefined) {
    const hint = [401, 403].includes(status) ? ' (see --auth)' : '';
    return `${url} answered ${status}, and no form there offers a privilege of agents${hint}`;
  }
  return form.name === undefined ? `the form at ${url} has no field for a name` : undefined;
}
