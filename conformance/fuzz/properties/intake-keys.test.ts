import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { answers, calls } from '../../testing/mutated-session.ts';
import { bodyOf, onMistakenReferences } from '../../testing/mistaken-references.ts';
import { intakeKeys } from './intake-keys.ts';

const tried = onMistakenReferences(intakeKeys);

const isOfAgent = ({ path }: WireRequest): boolean => /^\/(?:intake|config)\//.test(path);

const credentialOf = ({ headers }: WireRequest): string =>
  (headers['authorization'] ?? '').replace(/^ApiKey /, '');

const idOf = (request: WireRequest): string =>
  Buffer.from(credentialOf(request), 'base64').toString().split(':', 1)[0] ?? '';

/** Answers the calls of agents as it first answered one with the same key. */
function remembersBy(key: (request: WireRequest) => string): Interceptor {
  const first = new Map<string, WireResponse>();
  return async (request, forward) => {
    if (!isOfAgent(request)) return forward(request);
    const known = first.get(key(request));
    if (known !== undefined) return known;
    const response = await forward(request);
    if (response.status < 300) first.set(key(request), response);
    return response;
  };
}

/** Changes the roles in requests for keys. */
const asks =
  (change: (body: string) => string): Interceptor =>
  (request, forward) =>
    forward(
      request.path.endsWith('/_security/api_key') && request.method !== 'DELETE'
        ? { ...request, body: change(bodyOf(request)) }
        : request,
    );

/** Invalidates every key that there is. */
function invalidatesAll(): Interceptor {
  const ids: string[] = [];
  return async (request, forward) => {
    const body = calls('DELETE', /api_key$/)(request) ? JSON.stringify({ ids }) : undefined;
    const response = await forward(body === undefined ? request : { ...request, body });
    const [, id] = /"id":"([^"]+)"/.exec(Buffer.from(response.body).toString()) ?? [];
    if (request.path.endsWith('/_security/api_key') && id !== undefined) ids.push(id);
    return response;
  };
}

/** Answers the second request to one path as the first, and changes nothing. */
function keepsFirst(isMeant: (request: WireRequest) => boolean): Interceptor {
  const first = new Map<string, WireResponse>();
  return async (request, forward) => {
    if (!isMeant(request)) return forward(request);
    const response = first.get(request.path) ?? (await forward(request));
    first.set(request.path, response);
    return response;
  };
}

/** Creates the keys that a word is part of the request for as the user of the run. */
const asAnybody =
  (word: string): Interceptor =>
  (request, forward) => {
    const { authorization: _, ...headers } = request.headers;
    const isMeant = request.path.endsWith('/_security/api_key') && bodyOf(request).includes(word);
    return forward(isMeant ? { ...request, headers } : request);
  };

/** Ends the keys with a name that a wrong request gives. */
const endsNamed: Interceptor = async (request, forward) => {
  const body = bodyOf(request);
  if (!body.includes('"never"')) return forward(request);
  const { name } = JSON.parse(body) as { readonly name: string };
  const response = await forward(request);
  await forward({ ...request, method: 'DELETE', body: JSON.stringify({ name }) });
  return response;
};

const mistakes: readonly (readonly [string, Interceptor])[] = [
  ['the intake remembers a key by its id, whatever the secret is', remembersBy(idOf)],
  [
    'the intake remembers a key, whatever it may do',
    remembersBy((request) => credentialOf(request)),
  ],
  ['an invalidation is one of all keys', invalidatesAll()],
  ['a key has what is asked for it, whoever its creator is', asAnybody('')],
  ['a key with two roles has what they say, whoever its creator is', asAnybody('agent-1')],
  ['a wrong request for a key ends the one with its name', endsNamed],
  ['a role is not replaced', keepsFirst(calls('POST', /_security\/role\//))],
  ['entries of another application count', asks((body) => body.replaceAll('some-ui', 'apm'))],
  ['entries for another resource count', asks((body) => body.replaceAll('"shop"', '"*"'))],
  [
    'the roles of a user count for a key',
    answers(calls('POST', /_has_privileges/), (body) => {
      body['has_all_requested'] = true;
    }),
  ],
  [
    'only the first role of a key counts',
    asks((body) => body.replace(/("agent-0":\{.*?\}\]\}),.*\}\}/, '$1}}')),
  ],
  [
    'only the first entry of a role counts',
    asks((body) => body.replace(/("agent":\{"applications":\[\{[^}]*\}),.*\}\]\}/, '$1]}')),
  ],
  [
    'a key that expires cannot fetch a configuration',
    asks((body) =>
      body.includes('"expiration"') ? body.replace('config_agent:read', 'sourcemap:write') : body,
    ),
  ],
  [
    'a key ends before its time is over',
    asks((body) => body.replace('"expiration":"999d"', '"expiration":"99d"')),
  ],
  [
    'a key by PUT has no privilege to write source maps or events',
    (request, forward) =>
      forward(
        calls('PUT', /api_key$/)(request)
          ? { ...request, body: bodyOf(request).replaceAll('event:write', 'sourcemap:write') }
          : request,
      ),
  ],
];

for (const [what, intercept] of mistakes) {
  test(`intake-keys finds a server that is wrong: ${what}`, async () => {
    const { counterexample, halt } = await tried(intercept);
    assert.equal(halt, undefined);
    assert.ok(counterexample);
  });
}

test('intake-keys makes its calls of the service alone where there is no intake', () => {
  const support = { shards: true, deletes: true, formats: [], intake: false };
  const values = fc.sample(intakeKeys.arbitrary(support, 0), { numRuns: 5, seed: 1 });
  for (const value of values) {
    const { after } = value as { readonly after: readonly string[] };
    assert.deepEqual(after.toSorted(), ['authenticate', 'privileges']);
  }
});
