import type { WireRequest } from '../../base/exchange.ts';
import type { Interception, Interceptor, Variant } from '../../run/mutation.ts';
import { type CallKind, kindOf } from '../calls.ts';
import {
  authorizedBy,
  credentialIn,
  type IdAndSecret,
  pairOf,
  proofOf,
} from '../security-interceptors.ts';
import {
  bodyOf,
  jsonIn,
  listOf,
  type Members,
  membersOf,
  withBody,
  withJson,
} from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const unusualCharacters = ' a/b?c=d&e#f+g%20"\\ü€😀';

/** Variants of the ids and secrets of keys. */
export const keyVariants: readonly Variant[] = [
  ...variantsOf('key-ids', 'ids are any strings', {
    'key-ids-with-unusual-characters': () =>
      renamed(({ secret }, count) => ({ id: `${count}${unusualCharacters}`, secret })),
    'key-ids-very-long': () =>
      renamed(({ secret }, count) => ({ id: `${'Zm9v'.repeat(300)}${count}`, secret })),
    'key-ids-of-one-digit-or-two': () =>
      renamed(({ secret }, count) => ({ id: `${count}`, secret })),
  }),
  ...variantsOf('key-secrets', 'secrets are any strings', {
    'key-secrets-with-colons': () =>
      renamed(({ id, secret }) => ({
        id,
        secret: `ab:${secret.slice(0, 5)}::${secret.slice(5)}:`,
      })),
    'key-secrets-with-unusual-characters': () =>
      renamed(({ id, secret }) => ({ id, secret: `${secret}$id ${unusualCharacters}` })),
    'key-secrets-very-long': () =>
      renamed(({ id, secret }) => ({ id, secret: `${'quux'.repeat(500)}${secret}` })),
  }),
];

/** Returns the id and the secret that a client sees in place of those of the correct server. */
type ShownAs = (key: IdAndSecret, count: number) => IdAndSecret;

/** Replaces the ids and secrets of keys for clients; the correct server receives its own. */
function renamed(shownAs: ShownAs): Interception {
  const keys: Key[] = [];
  return {
    intercept: renamingIn(keys, shownAs),
    wrapCommand: (command) => ({
      ...command,
      verify: (credential) => command.verify(realCredential(credential, keys)),
    }),
  };
}

/** Returns the credential that the correct server knows; a wrong one stays wrong. */
function realCredential(credential: string, keys: readonly Key[]): string {
  const key = keys.find(({ shown }) => encodedOf(shown) === credential);
  return key === undefined ? credential : encodedOf(key.real);
}

/** Base64 of the id and the secret of a key. */
function encodedOf(pair: IdAndSecret): string {
  return proofOf(pair).replace('ApiKey ', '');
}

function renamingIn(keys: Key[], shownAs: ShownAs): Interceptor {
  return async (request, forward) => {
    const call = kindOf(request);
    if (!isAboutKeys(call) && credentialIn(request) === undefined) return forward(request);
    const reply = await forward(meaning(request, keys));
    if (!isAboutKeys(call) || reply.status >= 300) return reply;
    const body = jsonIn(reply);
    if (call !== 'create-key') return withJson(reply, showing(body, keys));
    const real = { id: String(body['id']), secret: String(body['api_key']) };
    const shown = shownAs(real, keys.length + 1);
    keys.push({ real, shown });
    const encoded = encodedOf(shown);
    return withJson(reply, { ...body, id: shown.id, api_key: shown.secret, encoded });
  };
}

function isAboutKeys(kind: CallKind): boolean {
  return ['create-key', 'read-keys', 'invalidate-keys', 'authenticate'].includes(kind);
}

/** A key with the id and secret of the correct server and those of the client. */
interface Key {
  readonly real: IdAndSecret;
  readonly shown: IdAndSecret;
}

/** Returns the request with the ids and the secret of the correct server. */
function meaning(request: WireRequest, keys: readonly Key[]): WireRequest {
  const realId = (id: unknown): string =>
    keys.find(({ shown }) => shown.id === id)?.real.id ?? String(id);
  const proved = withRealProof(request, keys);
  const call = kindOf(request);
  if (call === 'invalidate-keys') {
    const body = bodyOf(request);
    return withBody(proved, { ...body, ids: listOf(body['ids']).map(realId) });
  }
  if (call !== 'read-keys') return proved;
  const path = request.path.replace(
    /([?&]id=)([^&]*)/,
    (_, start: string, id: string) =>
      `${start}${encodeURIComponent(realId(decodeURIComponent(id)))}`,
  );
  return { ...proved, path };
}

/** Replaces the credential of a request; a wrong secret stays wrong. */
function withRealProof(request: WireRequest, keys: readonly Key[]): WireRequest {
  const pair = pairOf(request);
  if (pair === undefined || proofOf(pair) !== request.headers['authorization']) return request;
  const key = keys.find(({ shown }) => shown.id === pair.id);
  if (key === undefined) return request;
  const { id, secret } = key.real;
  const given = pair.secret === key.shown.secret ? secret : pair.secret;
  return authorizedBy(request, proofOf({ id, secret: given }));
}

/** Returns the answer with the ids of the client. */
function showing(body: Members, keys: readonly Key[]): Members {
  const renamedIn = (members: Members): Members => {
    const key = keys.find(({ real }) => real.id === members['id']);
    return key === undefined ? members : { ...members, id: key.shown.id };
  };
  const shownId = (id: unknown): unknown => keys.find(({ real }) => real.id === id)?.shown.id ?? id;
  return {
    ...body,
    ...('api_key' in body ? { api_key: renamedIn(membersOf(body['api_key'])) } : {}),
    ...('api_keys' in body
      ? { api_keys: listOf(body['api_keys']).map((one) => renamedIn(membersOf(one))) }
      : {}),
    ...('invalidated_api_keys' in body
      ? { invalidated_api_keys: listOf(body['invalidated_api_keys']).map(shownId) }
      : {}),
  };
}
