import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Profile } from '../driver/profile.ts';
import type { Forward, StartInterceptor } from '../run/mutation.ts';
import type { Pair } from './security-interceptors.ts';
import { jsonIn, type Members, withBody } from './interceptors.ts';

/** The values of a filled-in form. */
export interface FormInput {
  readonly name: string;
  readonly privileges: readonly string[];
}

/** One request for the page of agent keys. */
export interface PageRequest {
  readonly request: WireRequest;
  readonly forward: Forward;
  /** The path of the page, as the profile has it. */
  readonly pagePath: string;
  /** The path that is requested: that of the page, or one below it. */
  readonly path: string;
  /** The fields of a form, or of the query of a URL. */
  readonly fields: URLSearchParams;
}

/** The parts of a page of agent keys. */
export interface PageParts {
  readonly mayEnter: (asked: PageRequest) => Promise<boolean> | boolean;
  readonly mayCreate: (asked: PageRequest) => Promise<boolean> | boolean;
  /** Answers a GET request. */
  readonly show: (asked: PageRequest) => WireResponse;
  /** Reads a form from its fields, or from its text if it is not URL-encoded. */
  readonly read: (fields: URLSearchParams, text: string) => FormInput;
  readonly isValid: (input: FormInput) => boolean;
  /** Returns the body of the request to the service that creates the key. */
  readonly creationOf: (input: FormInput) => Members;
  readonly created: (key: Pair, asked: PageRequest) => WireResponse;
  /** Answers a form that is not valid. */
  readonly invalid: (asked: PageRequest) => Promise<WireResponse> | WireResponse;
}

/**
 * Replaces the page of agent keys of the server. The replacement creates keys through the service, with the rights of
 * the user who asks. Does nothing if the profile has no management UI.
 */
export function replacePage(parts: Partial<PageParts>): StartInterceptor {
  const whole = { ...plainPage, ...parts };
  return (profile) => {
    const pagePath = pagePathOf(profile);
    return async (request, forward) => {
      if (!isBelow(request, pagePath)) return forward(request);
      const [path, query = ''] = request.path.split('?', 2) as [string, string?];
      const isForm = request.method === 'POST';
      const text = isForm ? String(request.body ?? '') : query;
      const asked = { request, forward, pagePath, path, fields: new URLSearchParams(text) };
      const isAllowed = await (isForm ? whole.mayCreate(asked) : whole.mayEnter(asked));
      if (!isAllowed) return page('<p>Access denied.</p>', 403);
      if (!isForm) return whole.show(asked);
      const input = whole.read(asked.fields, text);
      if (!whole.isValid(input)) return whole.invalid(asked);
      const key = await createKey(asked, whole.creationOf(input));
      return key === undefined ? whole.invalid(asked) : whole.created(key, asked);
    };
  };
}

/** The path of the page of agent keys; undefined if the profile has no management UI. */
export function pagePathOf({ management_ui }: Profile): string | undefined {
  if (management_ui === undefined) return undefined;
  const { url = 'http://service', agent_keys } = management_ui;
  return new URL(`${url}${agent_keys}`).pathname;
}

/** True if a request is for a page or a path below it. */
export function isBelow(request: WireRequest, pagePath: string | undefined): pagePath is string {
  return pagePath !== undefined && request.path.startsWith(pagePath);
}

/** True if the server itself shows its page to the user who asks. */
async function entersHonestPage({ request, forward, pagePath }: PageRequest): Promise<boolean> {
  const { body: _, ...rest } = request;
  const headers = authorizationOf(request);
  return (await forward({ ...rest, method: 'GET', path: pagePath, headers })).status === 200;
}

/** Creates a key with the rights of the user who asks; undefined if the service refuses that. */
export async function createKey(
  { request, forward }: PageRequest,
  body: Members,
): Promise<Pair | undefined> {
  const call = { method: 'POST', path: '/_security/api_key', headers: authorizationOf(request) };
  const reply = await forward(withBody(call, body));
  const { id, api_key } = jsonIn(reply);
  return reply.status < 300 ? { id: String(id), secret: String(api_key) } : undefined;
}

function authorizationOf({ headers: { authorization } }: WireRequest): WireRequest['headers'] {
  return authorization === undefined ? {} : { authorization };
}

/** The body that creates a key for the values of a form, with more members if they are given. */
export function creation({ name, privileges }: FormInput, more: Members = {}): Members {
  const applications = [{ application: 'apm', privileges, resources: ['*'] }];
  return { name, role_descriptors: { agent: { applications } }, ...more };
}

/** A response with an HTML page. */
export function page(content: string, status = 200): WireResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(`<!doctype html><title>Agent keys</title>${content}`, 'utf8'),
    duration_ms: 0,
  };
}

/** A response that redirects a browser. */
export function redirection(location: string, status = 303): WireResponse {
  return { ...page(''), status, headers: { location } };
}

/** The form of the plain page, with these fields. */
export function plainForm(fields: string): string {
  return `<form method=post>${fields}<button>Create</button></form>`;
}

/** A checkbox for a privilege. */
export function checkbox(privilege: string): string {
  return `<label><input type=checkbox name=privilege value="${privilege}"> ${privilege}</label>`;
}

export const nameField = '<label>Name <input name=name></label>';

/** The privileges that the form offers. */
export const offeredPrivileges = ['config_agent:read', 'event:write'] as const;

/** The whole form of the plain page. */
export const wholeForm = plainForm(`${nameField}${offeredPrivileges.map(checkbox).join('')}`);

/** The credential of a key, as an agent sends it. */
export function encoded({ id, secret }: Pair): string {
  return Buffer.from(`${id}:${secret}`, 'utf8').toString('base64');
}

const plainPage: PageParts = {
  mayEnter: entersHonestPage,
  mayCreate: entersHonestPage,
  show: () => page(wholeForm),
  read: (fields) => ({
    name: fields.get('name') ?? '',
    privileges: fields.getAll('privilege'),
  }),
  isValid: ({ name, privileges }) => name !== '' && privileges.length > 0,
  creationOf: (input) => creation(input),
  created: (key) => page(`<p>Copy it: <code>${encoded(key)}</code></p>`),
  invalid: () => page(`<p>A name and a privilege are needed.</p>${wholeForm}`, 400),
};
