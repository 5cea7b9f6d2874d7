import { textOf } from '../base/body.ts';
import { randomHex } from '../base/environment.ts';
import { isSuccess } from '../client/expectations.ts';
import {
  agentKey,
  configurationCall,
  eventRequest,
  isUnknownMethod,
  isUnreadableForm,
} from '../client/intake-calls.ts';
import { credentialOf, inBase64, keyIn } from '../client/secrets.ts';
import { titledRefusal } from '../driver/hook-request.ts';
import { uiNamesOf } from '../driver/profile.ts';
import { eventsExtra, intakePath } from '../driver/target.ts';
import { type Bench, NotOffered, NotShown, type Trials } from './trial.ts';

/** Number of random bytes in a password. */
const password_bytes = 12;

/** What shows the chapters and capabilities of policies, security and inspection. */
export const serviceTrials: Trials = {
  lifecycle: (bench) =>
    tryPolicy(bench, bench.index, { hot: { actions: { rollover: { max_docs: 1000 } } } }),
  async roles(bench) {
    const { application, space } = uiNamesOf(bench.profile);
    const privileges = ['feature_apm.all'];
    const entry = { application, privileges, resources: [`space:${space}`] };
    await tryRole(bench, bench.index, [entry]);
  },
  'api-keys': tryKey,
  async authentication(bench) {
    const authorization = await tryKey(bench).catch(() => undefined);
    const headers = authorization === undefined ? {} : { authorization };
    await bench.call({ method: 'GET', path: '/_security/_authenticate', headers });
  },
  users: tryUser,
  async cat(bench) {
    const path = `/_cat/indices/${bench.index}`;
    const { response } = await bench.call({ method: 'GET', path });
    bench.expect(textOf(response).includes(bench.index), 'without the name of the index');
  },
  nodes_stats: (bench) => bench.call({ method: 'GET', path: '/_nodes/stats/indices/search' }),
};

/** What shows the extras of an intake; they are tried if there is one. */
export const intakeTrials: Trials = {
  'configuration:GET': (bench) => tryConfiguration(bench, 'GET'),
  'configuration:POST': (bench) => tryConfiguration(bench, 'POST'),
  [eventsExtra]: tryEvent,
};

/** The names of these extras. */
export const intakeExtras: readonly string[] = Object.keys(intakeTrials);

/** Creates a policy, which is deleted at the end. */
export async function tryPolicy(bench: Bench, name: string, phases: object): Promise<void> {
  const path = `/_ilm/policy/${name}`;
  bench.later({ method: 'DELETE', path });
  await bench.call({ method: 'PUT', path, body: { policy: { phases } } });
}

/** Creates a role for creators of keys, with more entries than those of the intake; it is deleted at the end. */
export async function tryRole(
  bench: Bench,
  name: string,
  more: readonly object[] = [],
): Promise<void> {
  const path = `/_security/role/${name}`;
  bench.later({ method: 'DELETE', path });
  const privileges = ['event:write', 'config_agent:read'];
  const applications = [{ application: 'apm', privileges, resources: ['*'] }, ...more];
  const body = { cluster: ['manage_own_api_key'], applications };
  await bench.call({ method: 'POST', path, body });
}

/**
 * Fetches the configuration of an agent from the intake by a method. A path that the intake does not know for any method shows
 * nothing.
 */
async function tryConfiguration(bench: Bench, method: 'GET' | 'POST'): Promise<void> {
  const { intakeUrl } = bench;
  if (intakeUrl === undefined) throw new NotShown('no intake is known');
  const { path } = intakePath(bench.profile, 'configuration');
  const headers = { authorization: await tryKey(bench, 'config_agent:read') };
  const ask = (by: string) =>
    bench.answer({ ...configurationCall(by, path), base_url: intakeUrl, headers });
  const exchange = await ask(method);
  if (!isUnknownMethod(exchange)) return;
  const words = titledRefusal(exchange);
  const other = await ask(method === 'GET' ? 'POST' : 'GET');
  if (!isUnknownMethod(other)) throw new NotOffered(exchange.response.status, words);
  throw new NotShown(`${words}; intake.configuration of the profile names the path`);
}

/** Sends the event of the kit, or that of the profile, to the intake. A refusal that is not about its form shows nothing. */
async function tryEvent(bench: Bench): Promise<void> {
  const { intakeUrl, profile } = bench;
  if (intakeUrl === undefined) throw new NotShown('no intake is known');
  const event = eventRequest(profile, 'transaction', await tryKey(bench));
  const exchange = await bench.answer({ ...event, base_url: intakeUrl });
  if (isSuccess(exchange.response.status)) return;
  const words = titledRefusal(exchange);
  const hint = `${words}; intake.event of the profile gives the event, and intake.events the path`;
  if (!isUnreadableForm(exchange)) throw new NotShown(hint);
  throw new NotOffered(exchange.response.status, hint);
}

/** Creates a key, which is invalidated at the end, and returns the header that presents it. */
export async function tryKey(bench: Bench, privilege = 'event:write'): Promise<string> {
  const body = agentKey(bench.index, [privilege]);
  const key = keyIn(await bench.call({ method: 'POST', path: '/_security/api_key', body }));
  bench.expect(key !== undefined, 'without id and api_key');
  if (key === undefined) return '';
  bench.later({ method: 'DELETE', path: '/_security/api_key', body: { ids: [key.id] } });
  return `ApiKey ${credentialOf(key)}`;
}

/** Creates a user without roles, and logs in as this user; a wrong password has to be refused. */
async function tryUser(bench: Bench): Promise<void> {
  const path = `/_security/user/${bench.index}`;
  const password = randomHex(password_bytes);
  bench.later({ method: 'DELETE', path });
  await bench.call({ method: 'POST', path, body: { password, roles: [] } });
  const logIn = async (secret: string): Promise<number> => {
    const headers = { authorization: `Basic ${inBase64(`${bench.index}:${secret}`)}` };
    const call = { method: 'GET', path: '/_security/_authenticate', headers };
    return (await bench.answer(call)).response.status;
  };
  const [right, wrong] = [await logIn(password), await logIn(`${password}x`)];
  bench.expect(right < 300, 'the new user cannot log in');
  bench.expect(wrong === 401 || wrong === 403, 'any password logs in');
}
