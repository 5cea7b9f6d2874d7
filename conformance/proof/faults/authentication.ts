import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { refusal } from '../interceptors.ts';
import { confusingKeys, credentialIn, inPlaceOf, pairIn } from '../security-interceptors.ts';

const unencoded = 'authentication.unencoded-credential-refused';
const undecodable = 'authentication.undecodable-credential-refused';
const colonless = 'authentication.colonless-credential-refused';
const wrongSecret = 'authentication.wrong-secret-refused';
const unknownId = 'authentication.unknown-id-refused';

/** Faults of the acceptance of credentials of keys. */
export const authenticationFaults: readonly Fault[] = [
  fault('credential-works-once', ['authentication.header-scheme'], onceOnly),
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
