import { isSuccess } from '../client/expectations.ts';
import { eventRequest } from '../client/intake-calls.ts';
import { Incomplete, Mismatch, TargetLost } from '../base/errors.ts';
import type { WireRequest } from '../base/exchange.ts';
import { openClient } from '../driver/client.ts';
import { hookRequest } from '../driver/hook-request.ts';
import { intakeSettings, type Target } from '../driver/target.ts';
import { newIndexName } from '../driver/names.ts';
import { managementUiOf, type Profile } from '../driver/profile.ts';
import { agentKeyFormIn } from '../html/agent-key-form.ts';
import { openBrowser, type Visit } from '../html/browser.ts';
import { tryKey } from './service-trials.ts';
import { Bench, NotOffered } from './trial.ts';

/** One thing that a run needs, and whether it works. */
export interface Finding {
  readonly what: string;
  /** What is wrong; undefined if nothing is. */
  readonly problem: string | undefined;
}

/** Whether an action works. Throws TargetLost if the target does not answer any more. */
export async function attempt(what: string, action: () => Promise<unknown>): Promise<Finding> {
  try {
    await action();
    return { what, problem: undefined };
  } catch (error) {
    if (error instanceof TargetLost) throw error;
    const isDenied = error instanceof NotOffered && [401, 403].includes(error.status);
    const problem = error instanceof Error ? error.message : String(error);
    return { what, problem: isDenied ? `${problem} (see --auth)` : problem };
  }
}

/**
 * Checks that the intake answers, accepts an agent with a key and refuses one without, and moves its clock if the profile
 * has a hook for that. Empty if there is no intake. Throws TargetLost if the target itself does not answer.
 */
export async function examineIntake(target: Target, profile: Profile): Promise<readonly Finding[]> {
  const baseUrl = target.intake?.url;
  if (baseUrl === undefined) return [];
  const bench = new Bench(newIndexName('doctor'), target, profile);
  const ask = async (request: WireRequest): Promise<number> => {
    const answer = bench.answer({ ...request, base_url: baseUrl });
    const { response } = await answer.catch((error: unknown) => {
      // The target itself may still be there.
      throw error instanceof TargetLost ? new Error(error.message) : error;
    });
    return response.status;
  };
  const send = (authorization: string): Promise<number> =>
    ask(eventRequest(profile, 'transaction', authorization));
  let anonymous = 0;
  try {
    const answers = await attempt(`the intake ${baseUrl} answers`, async () => {
      anonymous = await send('');
    });
    if (answers.problem !== undefined) return [answers];
    return [
      answers,
      await attempt('the intake requires API keys', async () => expectRefused(anonymous)),
      await attempt('the intake accepts an agent with an API key', async () =>
        expectAccepted(await send(await tryKey(bench))),
      ),
      await examineClock(profile, ask),
    ];
  } finally {
    await bench.close();
  }
}

function expectRefused(status: number): void {
  if (!isSuccess(status)) return;
  const hint = `is ${intakeSettings.enabled} true?`;
  const message = `it accepted an event without a key (status ${status}): ${hint}`;
  throw new Mismatch('a refusal', status, message);
}

function expectAccepted(status: number): void {
  if (isSuccess(status)) return;
  const form = "does intake.event of the profile have the form of the intake's events";
  const hint = `is ${intakeSettings.enabled} true, ${intakeSettings.limit} large enough, and ${form}?`;
  const message = `it refused an event under a new key with event:write (status ${status}): ${hint}`;
  throw new Mismatch('a success', status, message);
}

async function examineClock(
  { hooks }: Profile,
  ask: (request: WireRequest) => Promise<number>,
): Promise<Finding> {
  const hook = hooks.advance_intake_clock;
  if (hook === undefined) {
    const what = 'there is no hook for the clock of the intake: scenarios wait in real time';
    return { what, problem: undefined };
  }
  const wire = hookRequest(hook, { duration: '1ms', duration_ms: 1, seconds: 0.001 });
  return attempt(
    `the clock of the intake can be moved by ${wire.method} ${wire.path}`,
    async () => {
      const status = await ask(wire);
      if (!isSuccess(status)) throw new Mismatch('a success', status, `it answered ${status}`);
    },
  );
}

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
