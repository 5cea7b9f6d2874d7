import { jsonIn, writeJson, isObject, type Members } from '../../base/body.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import type { Forward } from '../mutation.ts';
import type { Rewriting, RewritingScope } from '../rewriting.ts';

/** The object in a text; undefined if it is no JSON, or another value. */
export function objectIn(text: string): Members | undefined {
  const value = jsonIn(text);
  return isObject(value) ? value : undefined;
}

/** The members of a body, none if there is no body; undefined if it is not a JSON object in text. */
export function membersOf({ body, headers }: WireRequest): Members | undefined {
  if (body === undefined) return {};
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  return typeof body === 'string' && isJson ? objectIn(body) : undefined;
}

/** The request with further members, written before its own: these stay as they were written. */
export function withMembers(request: WireRequest, members: Members): WireRequest {
  const own = typeof request.body === 'string' ? request.body.trim().slice(1) : '}';
  const added = writeJson(members).slice(0, -1);
  const body = `${added}${/^\s*\}/.test(own) ? '' : ','}${own}`;
  return { ...withBody(request), body };
}

/** The request with another body. */
export function withDocument(request: WireRequest, document: Members): WireRequest {
  return { ...withBody(request), body: writeJson(document) };
}

function withBody(request: WireRequest): WireRequest {
  return { ...request, headers: { 'content-type': 'application/json', ...request.headers } };
}

/** A response with another document, in JSON. */
export function withAnswer(response: WireResponse, document: unknown): WireResponse {
  const headers = { ...response.headers, 'content-type': 'application/json' };
  return { ...response, headers, body: new TextEncoder().encode(writeJson(document)) };
}

/** The one index or alias that is searched without parameters; undefined for any other request. */
export function searchedName({ method, path }: WireRequest): string | undefined {
  const [, name] = /^\/([^_/*,?][^/*,?]*)\/_search$/.exec(path) ?? [];
  return method === 'GET' ? name : undefined;
}

/** The index that a request creates under its own name; undefined if it creates none. */
export function createdIndex({ method, path, body }: WireRequest): string | undefined {
  const [, name] = /^\/([^_/*,?%][^/*,?%]*)$/.exec(path) ?? [];
  return method === 'PUT' && typeof body === 'string' ? name : undefined;
}

/** The path of what is stored as it was written. */
const documentPath = /\/_(?:doc|create|bulk|update)\b/;

/** A value whose objects have their members in reverse order; fields of a mapping, and those of one sort entry, keep theirs. */
function turned(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => turned(element));
  if (!isObject(value) || name === 'properties' || name === 'sort') return value;
  const members = Object.entries(value).map(([own, member]) => [own, turned(member, own)] as const);
  return Object.fromEntries(members.toReversed());
}

/** The members of an object have no order. */
export const membersTurned: Rewriting = {
  id: 'members-in-reverse',
  clause: 'versioning.request-bodies-are-json',
  sentence:
    'The members of all objects of each body are in reverse order, but not those of documents.',
  ...changing(
    (request) => {
      const isPlain = request.hook === undefined && !documentPath.test(request.path);
      const members = isPlain ? membersOf(request) : undefined;
      return members !== undefined && writeJson(turned(members)) !== writeJson(members);
    },
    (request) => withDocument(request, turned(membersOf(request)) as Members),
  ),
};

/** Sends one request in another way; returns the answer that the scenario gets. */
type Act = (request: WireRequest, forward: Forward, scope: RewritingScope) => Promise<WireResponse>;

/** The parts of a rewriting that treats each request by itself. Requests to which it does not apply are sent as they are. */
export function sending(
  applies: Rewriting['applies'],
  act: Act,
): Pick<Rewriting, 'applies' | 'start'> {
  return {
    applies,
    start: (scope) => (request, forward) =>
      applies(request) ? act(request, forward, scope) : forward(request),
  };
}

/** The parts of a rewriting that changes requests, and no answers. */
export function changing(
  applies: Rewriting['applies'],
  change: (request: WireRequest) => WireRequest,
): Pick<Rewriting, 'applies' | 'start'> {
  return sending(applies, (request, forward) => forward(change(request)));
}
