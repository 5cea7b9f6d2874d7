import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  asAnonymous,
  credentialIn,
  inPlaceOf,
  mistaking,
  pairIn,
  securityCallOf,
} from '../security-interceptors.ts';
import { bodyOf, jsonIn, refusal } from '../interceptors.ts';
import { accountFaults } from './authentication-accounts.ts';

const unencoded = 'authentication.unencoded-credential-refused';
const undecodable = 'authentication.undecodable-credential-refused';
const colonless = 'authentication.colonless-credential-refused';
const wrongSecret = 'authentication.wrong-secret-refused';
const unknownId = 'authentication.unknown-id-refused';

/** Faults of what is taken for the credential of a key. */
const credentialFaults: readonly Fault[] = [
  {
    name: 'scheme-in-small-letters-only',
    clauses: ['authentication.header-scheme'],
    start: () => refusingAll((header) => !header.startsWith('apikey ')),
  },
  {
    name: 'scheme-bearer-only',
    clauses: ['authentication.header-scheme', 'api-keys.credential-is-base64'],
    start: () => refusingAll((header) => !header.startsWith('Bearer ')),
  },
  {
    name: 'no-such-path-as-authenticate',
    clauses: ['authentication.header-scheme'],
    start: () =>
      inPlaceOf('authenticate', () =>
        Promise.resolve(refusal('illegal_argument_exception', 'no handler found', 404)),
      ),
  },
  {
    name: 'credential-works-once',
    clauses: ['authentication.header-scheme'],
    start: onceOnly,
  },
  {
    name: 'key-with-an-end-forgotten-for-the-next-key',
    clauses: ['authentication.header-scheme'],
    start: forgettingKeysWithAnEnd,
  },
  {
    name: 'wrong-credential-makes-anybody',
    clauses: [unencoded, undecodable, colonless, wrongSecret, unknownId],
    start: () =>
      inPlaceOf('authenticate', async (request, forward) => {
        const reply = await forward(request);
        return reply.status < 400 ? reply : asAnonymous();
      }),
  },
  {
    name: 'every-credential-accepted',
    clauses: [unencoded, undecodable, colonless, wrongSecret, unknownId],
    start: () => mistaking((_, keys) => [...keys.keys()].at(-1)),
  },
  {
    name: 'plain-credential-accepted',
    clauses: [unencoded],
    start: () =>
      mistaking((credential, keys) =>
        [...keys.keys()].find((id) => credential === `${id}:${keys.get(id)}`),
      ),
  },
  {
    name: 'foreign-letters-in-base64-passed-over',
    clauses: [undecodable],
    start: () =>
      mistaking((credential, keys) => {
        const pair = pairIn(credential.replace(/[^A-Za-z0-9+/=]/g, ''));
        return pair !== undefined && keys.get(pair.id) === pair.secret ? pair.id : undefined;
      }),
  },
  {
    name: 'base64-read-up-to-the-first-foreign-letter',
    clauses: [undecodable],
    start: () =>
      mistaking((credential, keys) => {
        const pair = pairIn(credential.replace(/[^A-Za-z0-9+/=].*$/, ''));
        return pair !== undefined && keys.get(pair.id) === pair.secret ? pair.id : undefined;
      }),
  },
  {
    name: 'credential-of-id-and-secret-in-a-row-accepted',
    clauses: [colonless],
    start: () => mistakingText((text, id, secret) => text === `${id}${secret}`),
  },
  {
    name: 'credential-divided-by-any-mark-accepted',
    clauses: [colonless],
    start: () =>
      mistakingText(
        (text, id, secret) =>
          text.startsWith(id) &&
          text.endsWith(secret) &&
          text.length === id.length + secret.length + 1,
      ),
  },
  {
    name: 'id-alone-accepted',
    clauses: [colonless],
    start: () => mistakingText((text, id) => text === id),
  },
  {
    name: 'secret-alone-accepted',
    clauses: [colonless],
    start: () => mistakingText((text, _, secret) => text === secret),
  },
  {
    name: 'secret-not-looked-at',
    clauses: [wrongSecret],
    start: () => mistakingText((text, id) => text.startsWith(`${id}:`)),
  },
  {
    name: 'empty-secret-accepted',
    clauses: [wrongSecret],
    start: () => mistakingText((text, id) => text === `${id}:`),
  },
  {
    name: 'secret-compared-as-far-as-it-goes',
    clauses: [wrongSecret],
    start: () => mistakingText((text, id, secret) => text.startsWith(`${id}:${secret}`)),
  },
  {
    name: 'secret-found-anywhere',
    clauses: [wrongSecret],
    start: () =>
      mistakingText((text, id, secret) => text.startsWith(`${id}:`) && text.endsWith(secret)),
  },
  {
    name: 'beginning-of-a-secret-accepted',
    clauses: [wrongSecret],
    start: () =>
      mistakingText(
        (text, id, secret) => text.length > id.length + 2 && `${id}:${secret}`.startsWith(text),
      ),
  },
  {
    name: 'secret-compared-without-its-cases',
    clauses: [wrongSecret],
    start: () =>
      mistakingText(
        (text, id, secret) =>
          text.startsWith(`${id}:`) && text.toLowerCase() === `${id}:${secret}`.toLowerCase(),
      ),
  },
  {
    name: 'secret-of-any-key-accepted',
    clauses: [wrongSecret],
    start: () =>
      mistaking((credential, keys) => {
        const pair = pairIn(credential);
        const isKnown = pair !== undefined && [...keys.values()].includes(pair.secret);
        return isKnown && keys.has(pair.id) ? pair.id : undefined;
      }),
  },
  {
    name: 'id-as-secret-accepted',
    clauses: [wrongSecret],
    start: () => mistakingText((text, id) => text === `${id}:${id}`),
  },
  {
    name: 'key-looked-up-by-its-secret',
    clauses: [unknownId],
    start: () => mistakingText((text, _, secret) => text.endsWith(`:${secret}`)),
  },
  {
    name: 'ids-compared-as-far-as-they-go',
    clauses: [unknownId],
    start: () =>
      mistakingText((text, id, secret) => text.startsWith(id) && text.endsWith(`:${secret}`)),
  },
  {
    name: 'empty-id-accepted',
    clauses: [unknownId],
    start: () => mistakingText((text, _, secret) => text === `:${secret}`),
  },
];

/** Every fault of authentication. */
export const authenticationFaults: readonly Fault[] = [...credentialFaults, ...accountFaults];

function refusingAll(fits: (header: string) => boolean): Interceptor {
  return inPlaceOf('authenticate', (request, forward) =>
    fits(request.headers['authorization'] ?? '')
      ? Promise.resolve(refusal('security_exception', 'unable to authenticate', 401))
      : forward(request),
  );
}

/** Takes a decoded credential for that of the first key that fits. */
function mistakingText(fits: (text: string, id: string, secret: string) => boolean): Interceptor {
  return mistaking((credential, keys) => {
    const text = Buffer.from(credential, 'base64').toString('utf8');
    return [...keys].find(([id, secret]) => fits(text, id, secret))?.[0];
  });
}

/** A credential that has been used is used up. */
function onceOnly(): Interceptor {
  const used = new Set<string>();
  return inPlaceOf('authenticate', (request, forward) => {
    const credential = credentialIn(request) ?? '';
    if (used.has(credential)) {
      return Promise.resolve(refusal('security_exception', 'unable to authenticate', 401));
    }
    used.add(credential);
    return forward(request);
  });
}

/** A key that is to end some time is gone as soon as another one is created. */
function forgettingKeysWithAnEnd(): Interceptor {
  const ending = new Set<string>();
  const gone = new Set<string>();
  return async (request, forward) => {
    const { id } = pairIn(credentialIn(request) ?? '') ?? { id: '' };
    if (gone.has(id)) return refusal('security_exception', 'unable to authenticate', 401);
    const reply = await forward(request);
    if (securityCallOf(request) !== 'create-key' || reply.status >= 300) return reply;
    for (const one of ending) gone.add(one);
    if ('expiration' in bodyOf(request)) ending.add(String(jsonIn(reply)['id']));
    return reply;
  };
}
