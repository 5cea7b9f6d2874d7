import { jsonOf } from '../base/body.ts';
import { Incomplete, KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange, WireRequest } from '../base/exchange.ts';
import { runMethod, runPaths } from '../driver/intake.ts';
import { createKey, currentKey } from './accounts.ts';
import { expectSuccess, isRefusal, isSuccess } from './expectations.ts';
import { valueAt } from './json-path.ts';
import { credentialOf } from './secrets.ts';
import { scenarioState } from './scenario-state.ts';
import type { World } from './world.ts';

/** What every agent says of itself before its events. */
const metadata = {
  metadata: { service: { name: 'shop', agent: { name: 'nodejs', version: '4.7.0' } } },
};

const ids = { id: '945254c567a5417e', trace_id: '0123456789abcdef0123456789abcdef' };

/** Events as agents send them. */
const events: Readonly<Record<string, object>> = {
  transaction: { ...ids, type: 'request', duration: 1.5, span_count: { started: 0 } },
  error: { id: ids.id, exception: { message: 'no such article', type: 'NotFound' } },
  metricset: { timestamp: 1_496_170_421_364_000, samples: { carts: { value: 3 } } },
};

/** The credentials of the keys by their names in the scenario, and the base URL of the intake that it started. */
interface Agents {
  readonly credentials: Map<string, string>;
  intake: string | undefined;
}

const agentsOf = scenarioState((): Agents => ({ credentials: new Map(), intake: undefined }));

/** Creates a key with privileges of the application `apm`, called by this name in the scenario. */
export async function createAgentKey(
  world: World,
  name: string,
  privileges: readonly string[],
): Promise<void> {
  expectSuccess(await createKey(world, agentKey(name, privileges)));
  agentsOf(world).credentials.set(name, credentialOf(currentKey(world)));
}

/** The body of a request for a key with privileges of the application `apm`. */
export function agentKey(name: string, privileges: readonly string[]): object {
  const applications = [{ application: 'apm', privileges, resources: ['*'] }];
  return { name, role_descriptors: { agent: { applications } } };
}

/** The header that proves the key of this name. Throws KitFault where the scenario made none. */
export function proofOf(world: World, name: string): string {
  const credential = agentsOf(world).credentials.get(name);
  if (credential !== undefined) return `ApiKey ${credential}`;
  throw new KitFault(`the scenario made no key ${name}`);
}

/** Starts an intake with these settings, which is that of the scenario from now on. */
export async function startIntake(world: World, settings: object): Promise<void> {
  const wire = { method: runMethod, path: runPaths.start, deliberate: true };
  const started = jsonOf(await world.send({ ...wire, body: settings }));
  const [baseUrl, pid] = [valueAt(started, 'base_url'), valueAt(started, 'pid')];
  world.onCleanup({ method: runMethod, path: runPaths.stop, headers: {}, body: String(pid) });
  agentsOf(world).intake = String(baseUrl);
}

/** The intake that the scenario has started, or else the one beside the target. */
export function intakeOf(world: World): string {
  const url = agentsOf(world).intake ?? world.intake.url;
  if (url !== undefined) return url;
  throw new Incomplete('no intake is named: needs --intake-url or --intake-command');
}

/** Sends an event of this kind as an agent does; without a header `Authorization` where it is empty. */
export function sendEvent(world: World, kind: string, authorization: string): Promise<Exchange> {
  return world.send({ ...eventRequest(kind, authorization), base_url: intakeOf(world) });
}

/** The request with which an agent delivers an event of this kind. Throws KitFault where there is none. */
export function eventRequest(kind: string, authorization: string): WireRequest {
  const event = events[kind];
  if (event === undefined) throw new KitFault(`there is no event ${kind} to send`);
  const lines = [metadata, { [kind]: event }].map((line) => `${JSON.stringify(line)}\n`);
  return {
    method: 'POST',
    path: '/intake/v2/events',
    headers: { 'content-type': 'application/x-ndjson', authorization },
    body: lines.join(''),
  };
}

/** Asks for the configuration of the service `shop`, by GET or POST. */
export function fetchConfiguration(
  world: World,
  method: string,
  authorization: string,
): Promise<Exchange> {
  const path = '/config/v1/agents';
  const to = { headers: { authorization }, base_url: intakeOf(world), method };
  if (method === 'GET') return world.send({ ...to, path: `${path}?service.name=shop` });
  return world.send({ ...to, path, body: { service: { name: 'shop' } } });
}

/** Runs the check of keys on the command line; takes the header that would prove the key. */
export function verifyKey(world: World, authorization: string): Promise<Exchange> {
  return world.send({
    method: runMethod,
    path: runPaths.verify,
    headers: { authorization },
    deliberate: true,
  });
}

/** True where an intake has let an agent in: its answer is one of success, and speaks of events only if it took some. */
export function isLetIn(exchange: Exchange): boolean {
  return isSuccess(exchange.response.status) && acceptedIn(exchange) !== 0;
}

/** Throws Mismatch unless the agent was let in. */
export function expectLetIn(exchange: Exchange): void {
  expectSuccess(exchange);
  if (isLetIn(exchange)) return;
  throw new Mismatch('events accepted', 0, 'the intake accepted no event');
}

/** Throws Mismatch unless the agent was turned away, in whatever way. */
export function expectTurnedAway(exchange: Exchange): void {
  const { status } = exchange.response;
  if (isRefusal(status) || status === 503 || (isSuccess(status) && !isLetIn(exchange))) return;
  throw new Mismatch('a refusal', status, 'the intake did not turn the agent away');
}

function acceptedIn(exchange: Exchange): unknown {
  const { headers, body } = exchange.response;
  if (body.length === 0 || !/json/i.test(headers['content-type'] ?? '')) return undefined;
  return valueAt(jsonOf(exchange), 'accepted');
}
