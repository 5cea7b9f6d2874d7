import { parametersOf, pathnameOf, type WireRequest, type WireResponse } from '../base/exchange.ts';
import type { Profile } from '../driver/profile.ts';
import type { Forward, StartInterceptor } from '../run/mutation.ts';
import { encoded, type IdAndSecret } from './security-interceptors.ts';
import { jsonIn, type Members } from './interceptors.ts';
import { withDocument } from '../run/rewritings/json-requests.ts';

/** The values of a filled-in form. */
export interface FormInput {
  readonly name: string;
  readonly privileges: readonly string[];
}

/** A request to the page of agent keys. */
export interface PageRequest {
  readonly request: WireRequest;
  readonly forward: Forward;
  /** The path of the page in the profile. */
  readonly pagePath: string;
  /** The requested path: the path of the page or a path below it. */
  readonly path: string;
  /** The fields of a form or of the URL query. */
  readonly fields: URLSearchParams;
}

/** The replaceable parts of a page of agent keys. */
export interface PageParts {
  readonly mayCreate: (pageRequest: PageRequest) => Promise<boolean> | boolean;
  /** Answers a GET request. */
  readonly show: (pageRequest: PageRequest) => WireResponse;
  /** Returns the body of the request that creates the key in the service. */
  readonly creationOf: (input: FormInput) => Members;
  readonly created: (key: IdAndSecret, pageRequest: PageRequest) => WireResponse;
}

/**
 * Replaces the server's page of agent keys. The replacement creates keys through the service with the rights of the
 * requesting user. Does nothing if the profile has no management UI.
 */
export function replacePage(parts: Partial<PageParts>): StartInterceptor {
  const { mayCreate, show, creationOf, created } = { ...plainPage, ...parts };
  return (profile) => {
    const pagePath = pagePathOf(profile);
    return async (request, forward) => {
      if (!isBelow(request, pagePath)) return forward(request);
      const path = pathnameOf(request.path);
      const isForm = request.method === 'POST';
      const fields = isForm
        ? new URLSearchParams(String(request.body ?? ''))
        : parametersOf(request.path);
      const pageRequest = { request, forward, pagePath, path, fields };
      const isAllowed = await (isForm ? mayCreate : mayEnter)(pageRequest);
      if (!isAllowed) return page('<p>Access denied.</p>', 403);
      if (!isForm) return show(pageRequest);
      const input = { name: fields.get('name') ?? '', privileges: fields.getAll('privilege') };
      const isValid = input.name !== '' && input.privileges.length > 0;
      const key = isValid ? await createKey(pageRequest, creationOf(input)) : undefined;
      if (key !== undefined) return created(key, pageRequest);
      return page(`<p>A name and a privilege are needed.</p>${wholeForm}`, 400);
    };
  };
}

/** Returns the path of the page of agent keys; undefined if the profile has no management UI. */
export function pagePathOf({ management_ui }: Profile): string | undefined {
  if (management_ui === undefined) return undefined;
  const { url = 'http://service', agent_keys } = management_ui;
  return new URL(`${url}${agent_keys}`).pathname;
}

/** True if a request is for a page or a path below it. */
export function isBelow(request: WireRequest, pagePath: string | undefined): pagePath is string {
  return pagePath !== undefined && request.path.startsWith(pagePath);
}

/** True if the correct server shows its page to the requesting user. */
async function mayEnter({ request, forward, pagePath }: PageRequest): Promise<boolean> {
  const { body: _, ...rest } = request;
  const headers = authorizationOf(request);
  return (await forward({ ...rest, method: 'GET', path: pagePath, headers })).status === 200;
}

/** Creates a key with the rights of the requesting user; undefined if the service refuses the request. */
async function createKey(
  { request, forward }: PageRequest,
  body: Members,
): Promise<IdAndSecret | undefined> {
  const call = { method: 'POST', path: '/_security/api_key', headers: authorizationOf(request) };
  const reply = await forward(withDocument(call, body));
  const { id, api_key } = jsonIn(reply);
  return reply.status < 300 ? { id: String(id), secret: String(api_key) } : undefined;
}

function authorizationOf({ headers: { authorization } }: WireRequest): WireRequest['headers'] {
  return authorization === undefined ? {} : { authorization };
}

/** Returns the body of a request that creates a key for a form, with additional members. */
export function creation({ name, privileges }: FormInput, more: Members = {}): Members {
  const applications = [{ application: 'apm', privileges, resources: ['*'] }];
  return { name, role_descriptors: { agent: { applications } }, ...more };
}

/** Creates a response with an HTML page. */
export function page(content: string, status = 200): WireResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(`<!doctype html><title>Agent keys</title>${content}`, 'utf8'),
    duration_ms: 0,
  };
}

/** Creates a response that redirects a browser. */
export function redirection(location: string, status = 303): WireResponse {
  return { ...page(''), status, headers: { location } };
}

/** Returns the HTML of a form with these fields. */
export function plainForm(fields: string): string {
  return `<form method=post>${fields}<button>Create</button></form>`;
}

/** Returns the HTML of a checkbox for a privilege. */
export function checkbox(privilege: string): string {
  return `<label><input type=checkbox name=privilege value="${privilege}"> ${privilege}</label>`;
}

/** The HTML of the field for the name of a key. */
export const nameField = '<label>Name <input name=name></label>';

/** The privileges that the form offers. */
export const offeredPrivileges = ['config_agent:read', 'event:write'] as const;

/** The HTML of the form with all fields. */
export const wholeForm = plainForm(`${nameField}${offeredPrivileges.map(checkbox).join('')}`);

const plainPage: PageParts = {
  mayCreate: mayEnter,
  show: () => page(wholeForm),
  creationOf: (input) => creation(input),
  created: (key) => page(`<p>Copy it: <code>${encoded(key)}</code></p>`),
};
