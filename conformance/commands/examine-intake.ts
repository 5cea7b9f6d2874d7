import type { Client } from '../driver/client.ts';
import { TargetLost } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { hookRequest } from '../driver/hook-request.ts';
import { intakePath, intakeSettings } from '../driver/intake.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { openTargetClient } from '../client/target-client.ts';
import { agentKey, eventRequest } from '../client/intake-calls.ts';
import { isSuccess } from '../client/expectations.ts';
import { type CreatedKey, credentialOf, keyIn } from '../client/secrets.ts';

/** One thing that a run needs, and whether it works. */
export interface Finding {
  readonly what: string;
  /** What is wrong; undefined if nothing is. */
  readonly problem: string | undefined;
}

/** How the intake of a target is reached. */
interface Intake {
  readonly client: Client;
  readonly base_url: string;
  /** The path that takes events. */
  readonly events: string;
  readonly target: Target;
}

/**
 * Checks that the intake answers, accepts an agent with a key and refuses one without, and moves its clock if the profile
 * has a hook for that. Empty if there is no intake. Throws TargetLost if the target itself does not answer.
 */
export async function examineIntake(target: Target, profile: Profile): Promise<readonly Finding[]> {
  const baseUrl = target.intake?.url;
  if (baseUrl === undefined) return [];
  const client = openTargetClient(target);
  const events = intakePath(profile, 'events').path;
  const intake = { client, base_url: baseUrl, events, target };
  try {
    const anonymous = await ask(intake, eventTo(intake, ''));
    const answers = `the intake ${baseUrl} answers`;
    if (typeof anonymous === 'string') return [{ what: answers, problem: anonymous }];
    return [
      { what: answers, problem: undefined },
      ...(await examineKeys(intake, anonymous)),
      ...(await examineClock(intake, profile)),
    ];
  } finally {
    client.close();
  }
}

/** Checks that API keys are enabled: one request without a key, one with a key that has the privilege. */
async function examineKeys(intake: Intake, anonymous: WireResponse): Promise<readonly Finding[]> {
  const switchName = intakeSettings.enabled;
  const open = isSuccess(anonymous.status)
    ? `it accepted an event without a key (status ${anonymous.status}): is ${switchName} true?`
    : undefined;
  const refuses = { what: 'the intake requires API keys', problem: open };
  const what = 'the intake accepts an agent with an API key';
  const key = await makeKey(intake);
  if (typeof key === 'string') return [refuses, { what, problem: key }];
  const proof = `ApiKey ${credentialOf(key)}`;
  const known = await ask(intake, eventTo(intake, proof));
  await dropKey(intake, key);
  if (typeof known === 'string') return [refuses, { what, problem: known }];
  const hint = `is ${switchName} true, and ${intakeSettings.limit} large enough?`;
  const shut = isSuccess(known.status)
    ? undefined
    : `it refused an event under a new key with event:write (status ${known.status}): ${hint}`;
  return [refuses, { what, problem: shut }];
}

async function examineClock(intake: Intake, { hooks }: Profile): Promise<readonly Finding[]> {
  const hook = hooks.advance_intake_clock;
  if (hook === undefined) {
    return [
      {
        what: 'there is no hook for the clock of the intake: scenarios wait in real time',
        problem: undefined,
      },
    ];
  }
  const wire = hookRequest(hook, { duration: '1ms', duration_ms: 1, seconds: 0.001 });
  const what = `the clock of the intake can be moved by ${wire.method} ${wire.path}`;
  const reply = await ask(intake, wire);
  if (typeof reply === 'string') return [{ what, problem: reply }];
  const problem = isSuccess(reply.status) ? undefined : `it answered ${reply.status}`;
  return [{ what, problem }];
}

function eventTo({ events }: Intake, authorization: string): WireRequest {
  return { ...eventRequest('transaction', authorization), path: events };
}

/** The response of the intake, or why there is none. */
async function ask(
  { client, base_url }: Intake,
  request: WireRequest,
): Promise<WireResponse | string> {
  const { authorization = '', ...headers } = request.headers;
  const own = authorization === '' ? headers : { ...headers, authorization };
  try {
    return await client.send({ ...request, headers: own, base_url });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function makeKey({ client, target }: Intake): Promise<CreatedKey | string> {
  const request = keyRequest(target, 'POST', agentKey('ck-doctor', ['event:write']));
  try {
    const response = await client.send(request);
    const exchange = { request, response, operation: undefined, problems: [] };
    return keyIn(exchange) ?? `no API key could be created: status ${response.status}`;
  } catch (error) {
    if (error instanceof TargetLost) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

async function dropKey({ client, target }: Intake, { id }: CreatedKey): Promise<void> {
  await client.send(keyRequest(target, 'DELETE', { ids: [id] }));
}

function keyRequest(target: Target, method: string, body: object): WireRequest {
  const headers = { ...target.headers, 'content-type': 'application/json' };
  return { method, path: '/_security/api_key', headers, body: JSON.stringify(body) };
}
