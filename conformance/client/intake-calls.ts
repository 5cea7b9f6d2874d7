import { jsonOf, valueAt } from '../base/body.ts';
import { Incomplete, KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange, WireRequest } from '../base/exchange.ts';
import type { Profile } from '../driver/profile.ts';
import { refusalOf } from '../driver/hook-request.ts';
import { configurationExtra, intakePath } from '../driver/target.ts';
import { claimsExtra, needText } from '../driver/missing-reasons.ts';
import { createKey, currentKey } from './accounts.ts';
import { expectSuccess, isBusyIntake, isSuccess, isRefusal } from './expectations.ts';
import { credentialOf } from './secrets.ts';
import { scenarioState } from './scenario-state.ts';
import type { World } from './world.ts';

/** The metadata line that every agent sends before its events. */
const metadata = {
  metadata: { service: { name: 'shop', agent: { name: 'nodejs', version: '4.7.0' } } },
};

const ids = { id: '945254c567a5417e', trace_id: '0123456789abcdef0123456789abcdef' };

/** An example of each kind of event that agents send. */
const events: Readonly<Record<string, object>> = {
  transaction: { ...ids, type: 'request', duration: 1.5, span_count: { started: 0 } },
  error: { id: ids.id, exception: { message: 'no such article', type: 'NotFound' } },
  metricset: { timestamp: 1_496_170_421_364_000, samples: { carts: { value: 3 } } },
};

/** The credentials of the keys by name, and the base URL of the intake that the scenario started. */
interface Agents {
  readonly credentials: Map<string, string>;
  intake: string | undefined;
}

const agentsOf = scenarioState((): Agents => ({ credentials: new Map(), intake: undefined }));

/** Creates a key with privileges of the application `apm`, and remembers its credential by name. */
export async function createAgentKey(
  world: World,
  name: string,
  privileges: readonly string[],
): Promise<void> {
  expectSuccess(await createKey(world, agentKey(`${world.prefix}${name}`, privileges)));
  agentsOf(world).credentials.set(name, credentialOf(currentKey(world)));
}

/** The body of a request for a key with privileges of the application `apm`. */
export function agentKey(name: string, privileges: readonly string[]): object {
  const applications = [{ application: 'apm', privileges, resources: ['*'] }];
  return { name, role_descriptors: { agent: { applications } } };
}

/** The `Authorization` header of a key. Throws KitFault if the scenario created no key with this name. */
export function keyHeader(world: World, name: string): string {
  const credential = agentsOf(world).credentials.get(name);
  if (credential !== undefined) return `ApiKey ${credential}`;
  throw new KitFault(`the scenario created no key ${name}`);
}

/** Starts an intake with these settings for the rest of the scenario, which stops it at its end. */
export async function startIntake(
  world: World,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { base_url, pid } = await world.runIntake((command) => command.start(settings));
  world.onCleanup({ pid });
  agentsOf(world).intake = base_url;
}

/**
 * The base URL of the intake that the scenario started, or else of the intake of the target. Throws Incomplete if
 * there is neither.
 */
export function intakeOf(world: World): string {
  const url = agentsOf(world).intake ?? world.intake.url;
  if (url !== undefined) return url;
  throw new Incomplete('there is no intake: needs --intake-url or --intake-command');
}

/** Sends an event of this kind as an agent; an empty `authorization` omits the header. */
export function sendEvent(world: World, kind: string, authorization: string): Promise<Exchange> {
  const { profile } = world;
  const deliberate =
    !intakePath(profile, 'events').isDescribed || profile.intake?.event !== undefined;
  const request = eventRequest(profile, kind, authorization);
  return world.send({ ...request, deliberate, base_url: intakeOf(world) });
}

/**
 * The request in which an agent sends an event of this kind, or the event that the profile gives. Throws KitFault if the kind
 * is unknown.
 */
export function eventRequest(
  profile: Pick<Profile, 'intake'>,
  kind: string,
  authorization: string,
): WireRequest {
  const event = events[kind];
  if (event === undefined) throw new KitFault(`unknown kind of event: ${kind}`);
  const own = profile.intake?.event;
  const lines = [metadata, { [kind]: event }].map((line) => `${JSON.stringify(line)}\n`);
  const type = own === undefined ? 'application/x-ndjson' : 'application/json';
  return {
    method: 'POST',
    path: intakePath(profile, 'events').path,
    headers: { 'content-type': type, authorization },
    body: own === undefined ? lines.join('') : JSON.stringify(own),
  };
}

/** Statuses of a server that does not read a body of this form. */
const unreadableForm: ReadonlySet<number> = new Set([400, 415, 422]);

/** True if an intake answers that it cannot read the event; the specification shows no form of events. */
export function isUnreadableForm({ response }: Exchange): boolean {
  return unreadableForm.has(response.status);
}

/** Statuses of a server that does not know a method at a path. */
const unknownMethod: ReadonlySet<number> = new Set([404, 405, 501]);

/** True if a server answers that it does not know a method at a path. */
export function isUnknownMethod({ response }: Exchange): boolean {
  return unknownMethod.has(response.status);
}

/** The request for the configuration of the service `shop` by a method. */
export function configurationCall(method: string, path: string) {
  return method === 'GET'
    ? { method, path: `${path}?service.name=shop` }
    : { method, path, body: { service: { name: 'shop' } } };
}

/**
 * Fetches the configuration of the service `shop` by GET or POST; the specification names neither. Throws Incomplete if the
 * intake does not know the method and the profile does not claim it.
 */
export async function fetchConfiguration(
  world: World,
  method: string,
  authorization: string,
): Promise<Exchange> {
  const { path, isDescribed } = intakePath(world.profile, 'configuration');
  const to = {
    headers: { authorization },
    base_url: intakeOf(world),
    deliberate: !isDescribed,
  };
  const exchange = await world.send({ ...to, ...configurationCall(method, path) });
  const extra = configurationExtra(method);
  if (!isUnknownMethod(exchange) || claimsExtra(world.profile, extra)) return exchange;
  throw new Incomplete(`${needText([extra], world.profile)}; ${refusalOf(exchange)}`);
}

/** True if the intake accepted the request: a success status, and not `accepted: 0` in the body. */
export function isLetIn(exchange: Exchange): boolean {
  return isSuccess(exchange.response.status) && acceptedIn(exchange) !== 0;
}

/** Throws Mismatch unless the intake accepted the request. */
export function expectLetIn(exchange: Exchange): void {
  expectSuccess(exchange);
  if (isLetIn(exchange)) return;
  throw new Mismatch('events accepted', 0, 'the intake accepted no event');
}

/** Throws Mismatch unless the intake refused the request: by 4xx, by 503, or by `accepted: 0`. */
export function expectTurnedAway(exchange: Exchange): void {
  const { status } = exchange.response;
  if (isRefusal(exchange) || isBusyIntake(exchange) || (isSuccess(status) && !isLetIn(exchange)))
    return;
  throw new Mismatch(
    'a refusal: 4xx, 503, or no event accepted',
    status,
    'the intake did not refuse the agent',
  );
}

function acceptedIn(exchange: Exchange): unknown {
  const { headers, body } = exchange.response;
  if (body.length === 0 || !/json/i.test(headers['content-type'] ?? '')) return undefined;
  return valueAt(jsonOf(exchange), 'accepted');
}
