import { textOf } from '../../base/body.ts';
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
import { bodyOf, jsonIn, listOf, withBody, withText } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const keyCalls: readonly CallKind[] = [
  'create-key',
  'read-keys',
  'invalidate-keys',
  'authenticate',
];

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

/** A key with the id and secret of the correct server and those of the client. */
interface Key {
  readonly real: IdAndSecret;
  readonly shown: IdAndSecret;
}

/** Replaces the ids and secrets of keys for clients; the correct server receives its own. */
function renamed(shownAs: ShownAs): Interception {
  const keys: Key[] = [];
  const intercept: Interceptor = async (request, forward) => {
    const isAboutKeys = keyCalls.includes(kindOf(request));
    if (!isAboutKeys && credentialIn(request) === undefined) return forward(request);
    const reply = await forward(meaning(request, keys));
    if (!isAboutKeys || reply.status >= 300) return reply;
    if (kindOf(request) === 'create-key') {
      const { id, api_key } = jsonIn(reply);
      const real = { id: String(id), secret: String(api_key) };
      keys.push({ real, shown: shownAs(real, keys.length + 1) });
    }
    return withText(reply, keys.reduce(showing, textOf(reply)));
  };
  const verified = (credential: string): string =>
    credentialIn(withRealProof(authorizedBy(anyRequest, `ApiKey ${credential}`), keys)) ?? '';
  return {
    intercept,
    wrapCommand: (command) => ({
      ...command,
      verify: (credential) => command.verify(verified(credential)),
    }),
  };
}

const anyRequest: WireRequest = { method: 'GET', path: '/', headers: {} };

/** Returns the request with the ids and the secret of the correct server. */
function meaning(request: WireRequest, keys: readonly Key[]): WireRequest {
  const proved = withRealProof(request, keys);
  if (kindOf(request) === 'read-keys') {
    const path = keys.reduce(
      (text, { real, shown }) =>
        text.replace(`id=${encodeURIComponent(shown.id)}`, `id=${encodeURIComponent(real.id)}`),
      `${request.path}&`,
    );
    return { ...proved, path: path.slice(0, -1) };
  }
  if (kindOf(request) !== 'invalidate-keys') return proved;
  const realId = (id: unknown): unknown => keys.find(({ shown }) => shown.id === id)?.real.id ?? id;
  const body = bodyOf(request);
  return withBody(proved, { ...body, ids: listOf(body['ids']).map(realId) });
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

/** Writes the id, the secret and the credential of a key in an answer as the client sees them. */
function showing(text: string, { real, shown }: Key): string {
  const credentialOf = (pair: IdAndSecret): string => proofOf(pair).replace('ApiKey ', '');
  return [
    [real.id, shown.id],
    [real.secret, shown.secret],
    [credentialOf(real), credentialOf(shown)],
  ].reduce(
    (result, [before, after]) =>
      result.replaceAll(JSON.stringify(before), () => JSON.stringify(after)),
    text,
  );
}
