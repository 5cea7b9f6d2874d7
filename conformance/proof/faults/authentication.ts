import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { confusingKeys, pairIn } from '../security-interceptors.ts';

const unencoded = 'authentication.unencoded-credential-refused';
const undecodable = 'authentication.undecodable-credential-refused';
const colonless = 'authentication.colonless-credential-refused';
const wrongSecret = 'authentication.wrong-secret-refused';
const unknownId = 'authentication.unknown-id-refused';

/** Faults of the acceptance of credentials of keys. */
export const authenticationFaults: readonly Fault[] = [
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
  fault('id-alone-accepted', [colonless], () => confusingText((text, id) => text === id)),
  fault('secret-of-any-key-accepted', [wrongSecret], () =>
    confusingKeys((credential, keys) => {
      const pair = pairIn(credential);
      const isKnown = pair !== undefined && [...keys.values()].includes(pair.secret);
      return isKnown && keys.has(pair.id) ? pair.id : undefined;
    }),
  ),
  fault('key-looked-up-by-its-secret', [unknownId], () =>
    confusingText((text, _, secret) => text.endsWith(`:${secret}`)),
  ),
];

/** Authenticates a decoded credential as the first key for which `fits` is true. */
function confusingText(fits: (text: string, id: string, secret: string) => boolean): Interceptor {
  return confusingKeys((credential, keys) => {
    const text = Buffer.from(credential, 'base64').toString('utf8');
    return [...keys].find(([id, secret]) => fits(text, id, secret))?.[0];
  });
}
