import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Forward, Interceptor } from '../run/mutation.ts';
import type { Pair } from './security-interceptors.ts';
import { jsonIn, withBody } from './interceptors.ts';

/** Where the profile `reference` has the page of agent keys. */
export const pagePath = '/app/settings/agent-keys';

/** What somebody has filled in. */
export interface Wish {
  readonly name: string;
  readonly privileges: readonly string[];
}

/** One request for the page. */
export interface Visit {
  readonly request: WireRequest;
  readonly forward: Forward;
  readonly path: string;
  readonly fields: URLSearchParams;
}

/** A page of agent keys of another make: what it does where the plain one does something else. */
export interface PageMake {
  readonly mayEnter: (visit: Visit) => Promise<boolean> | boolean;
  readonly mayCreate: (visit: Visit) => Promise<boolean> | boolean;
  /** Answers whoever may enter and sends no form. */
  readonly show: (visit: Visit) => WireResponse;
  /** Reads a form: its fields where it is written as usual, or else its text. */
  readonly wishOf: (fields: URLSearchParams, text: string) => Wish;
  readonly isRight: (wish: Wish) => boolean;
  /** What is asked of the service, for a wish that is right. */
  readonly creationOf: (wish: Wish) => Readonly<Record<string, unknown>>;
  readonly created: (key: Pair, visit: Visit) => WireResponse;
  /** Answers a wish that is wrong. */
  readonly wrong: (visit: Visit) => Promise<WireResponse> | WireResponse;
}

/** Puts a page in the place of that of the server; it makes its keys through the service, as whoever asks for them. */
export function ownPage(make: Partial<PageMake>): Interceptor {
  const whole = { ...plainMake, ...make };
  return async (request, forward) => {
    const [path = '', query = ''] = request.path.split('?', 2);
    if (!path.startsWith(pagePath)) return forward(request);
    const isForm = request.method === 'POST';
    const text = isForm ? String(request.body ?? '') : query;
    const visit = { request, forward, path, fields: new URLSearchParams(text) };
    if (!(await (isForm ? whole.mayCreate(visit) : whole.mayEnter(visit)))) return denied();
    if (!isForm) return whole.show(visit);
    const wish = whole.wishOf(visit.fields, text);
    if (!whole.isRight(wish)) return whole.wrong(visit);
    const key = await createKey(visit, whole.creationOf(wish));
    return key === undefined ? whole.wrong(visit) : whole.created(key, visit);
  };
}

/** True where the server itself shows its page to who asks. */
export async function entersHonestPage({ request, forward }: Visit): Promise<boolean> {
  const { authorization } = request.headers;
  const headers = authorization === undefined ? {} : { authorization };
  return (await forward({ method: 'GET', path: pagePath, headers })).status === 200;
}

/** Creates a key with the rights of who asks; undefined where the service refuses that. */
export async function createKey(
  { request, forward }: Visit,
  body: Readonly<Record<string, unknown>>,
): Promise<Pair | undefined> {
  const { authorization } = request.headers;
  const headers = authorization === undefined ? {} : { authorization };
  const reply = await forward(
    withBody({ method: 'POST', path: '/_security/api_key', headers }, body),
  );
  const { id, api_key } = jsonIn(reply);
  return reply.status < 300 ? { id: String(id), secret: String(api_key) } : undefined;
}

/** What creates a key with the privileges of a wish, and maybe more. */
export function creation(
  { name, privileges }: Wish,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const applications = [{ application: 'apm', privileges, resources: ['*'] }];
  return { name, role_descriptors: { agent: { applications } }, ...more };
}

/** A page as an answer. */
export function page(content: string, status = 200): WireResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(`<!doctype html><title>Agent keys</title>${content}`, 'utf8'),
    duration_ms: 0,
  };
}

/** An answer that sends a browser on. */
export function redirection(location: string, status = 303): WireResponse {
  return { ...page(''), status, headers: { location } };
}

/** The form as the plain page has it, with these fields. */
export function plainForm(fields: string): string {
  return `<form method=post>${fields}<button>Create</button></form>`;
}

/** A box for a privilege. */
export function box(privilege: string): string {
  return `<label><input type=checkbox name=privilege value="${privilege}"> ${privilege}</label>`;
}

export const nameField = '<label>Name <input name=name></label>';

/** What an agent sends for a key. */
export function encoded({ id, secret }: Pair): string {
  return Buffer.from(`${id}:${secret}`, 'utf8').toString('base64');
}

function denied(): WireResponse {
  return page('<p>This is not for you.</p>', 403);
}

const wholeForm = plainForm(`${nameField}${box('config_agent:read')}${box('event:write')}`);

const plainMake: PageMake = {
  mayEnter: entersHonestPage,
  mayCreate: entersHonestPage,
  show: () => page(wholeForm),
  wishOf: (fields) => ({
    name: fields.get('name') ?? '',
    privileges: fields.getAll('privilege'),
  }),
  isRight: ({ name, privileges }) => name !== '' && privileges.length > 0,
  creationOf: (wish) => creation(wish),
  created: (key) => page(`<p>Copy it: <code>${encoded(key)}</code></p>`),
  wrong: () => page(`<p>A name and a privilege are needed.</p>${wholeForm}`, 400),
};
