import { isObject, jsonOf, valueAt } from '../base/body.ts';
import { isShuttingDown } from '../base/environment.ts';
import { defined, Interrupted } from '../base/errors.ts';
import type { WireRequest } from '../base/exchange.ts';
import { isSuccess } from '../client/expectations.ts';
import { type Client, openClient } from '../driver/client.ts';
import { hookRequest, indexRemoval } from '../driver/hook-request.ts';
import { namesOneThing, startOf } from '../driver/names.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import type { Ledger } from '../../spec/clauses.ts';

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
    const wire = hookRequest(hook.undo, {});
    const what = `what the hook ${name} changed: ${wire.method} ${wire.path}`;
    try {
      const { status } = await client.send(withHeaders(wire, target));
      if (!isSuccess(status)) leftovers.push(`${what} answered ${status}`);
    } catch (error) {
      leftovers.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  client.close();
  return leftovers;
}

/** The time limit for one request. */
const timeout_ms = 5000;

/** Which leftovers are removed. */
export interface SweepOptions {
  readonly now_ms: number;
  /** Only those of runs that began longer ago than this. */
  readonly olderThan_ms: number;
}

/** A thing of the kit on the server. */
interface Thing {
  readonly name: string;
  /** The path that reads this one thing; its answer has the form of the list. */
  readonly read: string;
  readonly removal: WireRequest;
}

/** A kind of things, the request that lists them, and how its response is read. */
interface Kind {
  readonly kind: string;
  readonly list: string;
  readonly things: (body: unknown) => readonly Thing[];
}

/** The status of a removal; or none was asked for, as a request for the name does not show the thing alone. */
const unconfirmed = 'a request for this name does not show it alone: it is not removed';
type Answer = number | typeof unconfirmed;

/** What is left of a run that began so long ago is removed: that run has ended. */
const maxLeftoverAge_ms = 86_400_000;

/** Removes what runs left behind that have surely ended; problems are no concern of the run that is about to begin. */
export async function sweepDeadRuns(
  target: Target,
  profile: Profile,
  now_ms: number,
): Promise<void> {
  await sweep(target, profile, { now_ms, olderThan_ms: maxLeftoverAge_ms });
}

/**
 * Removes what earlier runs left behind: everything with a name of the kit that the server lists, and shows alone when it is
 * asked for this name. What a server does not offer (400, 404, 405, 501) cannot be left there. Ends at the first request
 * without a response, and if the process is asked to stop; never throws. Returns what was removed, such as `index ck-…`, and
 * why something was not.
 */
export async function sweep(
  target: Target,
  profile: Profile,
  { now_ms, olderThan_ms }: SweepOptions,
) {
  const client = openClient({ ...target, timeout_ms: Math.min(timeout_ms, target.timeout_ms) });
  const removed: string[] = [];
  const problems: string[] = [];
  const isOld = ({ name }: Thing): boolean => {
    const started_ms = startOf(name);
    return started_ms !== undefined && now_ms - started_ms >= olderThan_ms;
  };
  try {
    for (const kind of kindsOf(profile)) {
      const { things, problem } = await listed(kind, client, target);
      if (problem !== undefined) problems.push(problem);
      const answers = new Map<string, Answer>();
      for (const thing of things.filter(isOld)) {
        answers.set(thing.name, await removeConfirmed(thing, kind, { client, target }));
      }
      // A server without the request answers as it does for what is gone.
      const isUnsure = [...answers.values()].some((answer) => saysNothing(answer));
      const left = isUnsure ? (await listed(kind, client, target)).things : [];
      const names = new Set(left.map(({ name }) => name));
      for (const [name, answer] of answers) {
        const what = `${kind.kind} ${name}`;
        const isGone = saysNothing(answer) ? !names.has(name) : isSuccess(Number(answer));
        (isGone ? removed : problems).push(isGone ? what : `${what}: ${whyLeft(answer)}`);
      }
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    client.close();
  }
  return { removed, problems };
}

/** Removes a thing, if the server shows it, and nothing else, when it is asked for its name. */
async function removeConfirmed(
  { name, read, removal }: Thing,
  kind: Kind,
  { client, target }: { readonly client: Client; readonly target: Target },
): Promise<Answer> {
  const { things } = await listed({ ...kind, list: read }, client, target);
  if (things.length !== 1 || things[0]?.name !== name) return unconfirmed;
  return (await client.send(withHeaders(removal, target))).status;
}

/** True for statuses of a removal that say that there is nothing to remove, or no such request. */
function saysNothing(answer: Answer): boolean {
  return typeof answer !== 'number' || answer === 404 || answer === 410;
}

function whyLeft(answer: Answer): string {
  return typeof answer === 'number' ? `it answered ${answer}` : answer;
}

async function listed(
  { kind, list, things }: Kind,
  client: Client,
  target: Target,
): Promise<{ readonly things: readonly Thing[]; readonly problem?: string }> {
  const request = withHeaders({ method: 'GET', path: list, headers: {} }, target);
  const response = await client.send(request);
  if (isShuttingDown()) throw new Interrupted('the run is being stopped');
  if ([400, 404, 405, 501].includes(response.status)) return { things: [] };
  const problem = `${kind}: GET ${list} answered ${response.status}`;
  if (!isSuccess(response.status)) return { things: [], problem };
  try {
    return { things: things(jsonOf({ response })) };
  } catch {
    return { things: [], problem: `${kind}: the answer to GET ${list} cannot be read` };
  }
}

function withHeaders(request: WireRequest, { headers }: Target): WireRequest {
  return { ...request, headers: { ...headers, ...request.headers } };
}

/** Every kind, in the order of their removal: a template or policy may be in use by an index. */
function kindsOf(profile: Profile): readonly Kind[] {
  return [
    named('data stream', '/_data_stream', { member: 'data_streams' }),
    named('index', '/_alias', {
      read: (name) => `/${encodeURIComponent(name)}/_alias`,
      removal: (name) => indexRemoval(profile, name),
    }),
    named('template', '/_index_template', { member: 'index_templates' }),
    named('policy', '/_ilm/policy'),
    named('role', '/_security/role'),
    named('user', '/_security/user'),
    { kind: 'key', list: '/_security/api_key', things: keysIn },
  ];
}

/** How things that have names are listed, read and removed. */
interface Named {
  /** The list that their names are members of; absent: they are the keys of the answer. */
  readonly member?: string;
  readonly read?: (name: string) => string;
  readonly removal?: (name: string) => WireRequest;
}

/** Things that are listed at a path, and by default read and deleted below it. */
function named(kind: string, list: string, { member, ...own }: Named = {}): Kind {
  const { read = (name) => `${list}/${encodeURIComponent(name)}` } = own;
  const { removal = (name) => ({ method: 'DELETE', path: read(name), headers: {} }) } = own;
  const namesIn = (body: unknown): readonly string[] =>
    member === undefined
      ? Object.keys(defined(isObject(body) ? body : undefined, 'object of names'))
      : listIn(body, member).flatMap((entry) => textOf(valueAt(entry, 'name')));
  const thing = (name: string): Thing => ({ name, read: read(name), removal: removal(name) });
  return { kind, list, things: (body) => namesIn(body).filter(namesOneThing).map(thing) };
}

function keysIn(body: unknown): readonly Thing[] {
  return listIn(body, 'api_keys')
    .filter((key) => valueAt(key, 'invalidated') !== true)
    .flatMap((key) => {
      const [name] = textOf(valueAt(key, 'name'));
      const [id] = textOf(valueAt(key, 'id'));
      if (name === undefined || id === undefined) return [];
      const path = '/_security/api_key';
      const headers = { 'content-type': 'application/json' };
      const removal = { method: 'DELETE', path, headers, body: JSON.stringify({ ids: [id] }) };
      return [{ name, read: `${path}?id=${encodeURIComponent(id)}`, removal }];
    });
}

/** The list at a member of an answer. Throws if there is none: then the answer is no listing. */
function listIn(body: unknown, member: string): readonly unknown[] {
  const found = valueAt(body, member);
  return defined(Array.isArray(found) ? found : undefined, `list ${member}`);
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
