import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  confusingKeys,
  credentialIn,
  inPlaceOf,
  pairIn,
  pairOf,
  securityCallOf,
} from '../security-interceptors.ts';
import { bodyOf, jsonIn, refusal } from '../interceptors.ts';

const unencoded = 'authentication.unencoded-credential-refused';
const undecodable = 'authentication.undecodable-credential-refused';
const colonless = 'authentication.colonless-credential-refused';
const wrongSecret = 'authentication.wrong-secret-refused';
const unknownId = 'authentication.unknown-id-refused';

/** Faults of the acceptance of credentials of keys. */
export const authenticationFaults: readonly Fault[] = [
  fault('scheme-in-small-letters-only', ['authentication.header-scheme'], () =>
    refusingAll((header) => !header.startsWith('apikey ')),
  ),
  fault(
    'scheme-bearer-only',
    ['authentication.header-scheme', 'api-keys.credential-is-base64'],
    () => refusingAll((header) => !header.startsWith('Bearer ')),
  ),
  fault('no-such-path-as-authenticate', ['authentication.header-scheme'], () =>
    inPlaceOf('authenticate', () =>
      Promise.resolve(refusal('illegal_argument_exception', 'no handler found', 404)),
    ),
  ),
  fault('credential-works-once', ['authentication.header-scheme'], onceOnly),
  fault(
    'key-with-an-end-forgotten-for-the-next-key',
    ['authentication.header-scheme'],
    forgettingKeysWithAnEnd,
  ),
  fault(
    'every-credential-accepted',
    [unencoded, undecodable, colonless, wrongSecret, unknownId],
    () => confusingKeys((_, keys) => [...keys.keys()].at(-1)),
  ),
  fault('plain-credential-accepted', [unencoded], () =>
    confusingKeys((credential, keys) =>
      [...keys.keys()].find((id) => credential === `${id}:${keys.get(id)}`),
    ),
  ),
  fault('foreign-letters-in-base64-passed-over', [undecodable], () =>
    confusingKeys((credential, keys) => {
      const pair = pairIn(credential.replace(/[^A-Za-z0-9+/=]/g, ''));
      return pair !== undefined && keys.get(pair.id) === pair.secret ? pair.id : undefined;
    }),
  ),
  fault('base64-read-up-to-the-first-foreign-letter', [undecodable], () =>
    confusingKeys((credential, keys) => {
      const pair = pairIn(credential.replace(/[^A-Za-z0-9+/=].*$/, ''));
      return pair !== undefined && keys.get(pair.id) === pair.secret ? pair.id : undefined;
    }),
  ),
  fault('credential-of-id-and-secret-in-a-row-accepted', [colonless], () =>
    confusingText((text, id, secret) => text === `${id}${secret}`),
  ),
  fault('credential-divided-by-any-mark-accepted', [colonless], () =>
    confusingText(
      (text, id, secret) =>
        text.startsWith(id) &&
        text.endsWith(secret) &&
        text.length === id.length + secret.length + 1,
    ),
  ),
  fault('id-alone-accepted', [colonless], () => confusingText((text, id) => text === id)),
  fault('secret-alone-accepted', [colonless], () =>
    confusingText((text, _, secret) => text === secret),
  ),
  fault('secret-not-looked-at', [wrongSecret], () =>
    confusingText((text, id) => text.startsWith(`${id}:`)),
  ),
  fault('empty-secret-accepted', [wrongSecret], () =>
    confusingText((text, id) => text === `${id}:`),
  ),
  fault('secret-compared-as-far-as-it-goes', [wrongSecret], () =>
    confusingText((text, id, secret) => text.startsWith(`${id}:${secret}`)),
  ),
  fault('secret-found-anywhere', [wrongSecret], () =>
    confusingText((text, id, secret) => text.startsWith(`${id}:`) && text.endsWith(secret)),
  ),
  fault('beginning-of-a-secret-accepted', [wrongSecret], () =>
    confusingText(
      (text, id, secret) => text.length > id.length + 2 && `${id}:${secret}`.startsWith(text),
    ),
  ),
  fault('secret-compared-without-its-cases', [wrongSecret], () =>
    confusingText(
      (text, id, secret) =>
        text.startsWith(`${id}:`) && text.toLowerCase() === `${id}:${secret}`.toLowerCase(),
    ),
  ),
  fault('secret-of-any-key-accepted', [wrongSecret], () =>
    confusingKeys((credential, keys) => {
      const pair = pairIn(credential);
      const isKnown = pair !== undefined && [...keys.values()].includes(pair.secret);
      return isKnown && keys.has(pair.id) ? pair.id : undefined;
    }),
  ),
  fault('id-as-secret-accepted', [wrongSecret], () =>
    confusingText((text, id) => text === `${id}:${id}`),
  ),
  fault('key-looked-up-by-its-secret', [unknownId], () =>
    confusingText((text, _, secret) => text.endsWith(`:${secret}`)),
  ),
  fault('ids-compared-as-far-as-they-go', [unknownId], () =>
    confusingText((text, id, secret) => text.startsWith(id) && text.endsWith(`:${secret}`)),
  ),
  fault('empty-id-accepted', [unknownId], () =>
    confusingText((text, _, secret) => text === `:${secret}`),
  ),
];

function refusingAll(fits: (header: string) => boolean): Interceptor {
  return inPlaceOf('authenticate', (request, forward) =>
    fits(request.headers['authorization'] ?? '')
      ? Promise.resolve(refusal('security_exception', 'unable to authenticate', 401))
      : forward(request),
  );
}

/** Authenticates a decoded credential as the first key for which `fits` is true. */
function confusingText(fits: (text: string, id: string, secret: string) => boolean): Interceptor {
  return confusingKeys((credential, keys) => {
    const text = Buffer.from(credential, 'base64').toString('utf8');
    return [...keys].find(([id, secret]) => fits(text, id, secret))?.[0];
  });
}

/** Accepts each credential only once. */
function onceOnly(): Interceptor {
  const used = new Set<string>();
  return inPlaceOf('authenticate', (request, forward) => {
    const credential = credentialIn(request);
    if (credential === undefined) return forward(request);
    if (used.has(credential)) {
      return Promise.resolve(refusal('security_exception', 'unable to authenticate', 401));
    }
    used.add(credential);
    return forward(request);
  });
}

/** Refuses a key with an expiration as soon as another key is created. */
function forgettingKeysWithAnEnd(): Interceptor {
  const ending = new Set<string>();
  const gone = new Set<string>();
  return async (request, forward) => {
    const id = pairOf(request)?.id;
    if (id !== undefined && gone.has(id))
      return refusal('security_exception', 'unable to authenticate', 401);
    const reply = await forward(request);
    if (securityCallOf(request) !== 'create-key' || reply.status >= 300) return reply;
    for (const one of ending) gone.add(one);
    if ('expiration' in bodyOf(request)) ending.add(String(jsonIn(reply)['id']));
    return reply;
  };
}
