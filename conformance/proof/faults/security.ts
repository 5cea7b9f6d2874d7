import { withPart } from '../../description/exchange-parts.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  checkbox,
  creation,
  nameField,
  offeredPrivileges,
  page,
  type PageParts,
  plainForm,
  replacePage,
  wholeForm,
} from '../agent-key-page.ts';
import { kindOf } from '../calls.ts';
import { fault } from '../fault.ts';
import { inPlaceOf, jsonIn, membersOf, onResponse, withJson } from '../interceptors.ts';
import {
  credentialIn,
  encoded,
  type IdAndSecret,
  pairIn,
  pairOf,
} from '../security-interceptors.ts';

/** Credentials that are taken for a key though they are none: by clause, when a credential is taken for a key. */
const taken: Readonly<
  Record<string, readonly [clause: string, fits: (credential: string, key: IdAndSecret) => boolean]>
> = {
  'plain-credential-accepted': [
    'unencoded-credential-refused',
    (credential, { id, secret }) => credential === `${id}:${secret}`,
  ],
  'foreign-letters-in-base64-passed-over': [
    'undecodable-credential-refused',
    (credential, { id, secret }) => {
      const pair = pairIn(credential.replace(/[^A-Za-z0-9+/=]/g, ''));
      return pair?.id === id && pair.secret === secret;
    },
  ],
  'any-secret-accepted': [
    'wrong-secret-refused',
    (credential, { id }) => pairIn(credential)?.id === id,
  ],
  'key-looked-up-by-its-secret': [
    'unknown-id-refused',
    (credential, { secret }) => decoded(credential).endsWith(`:${secret}`),
  ],
};

/** Faults of keys, of the acceptance of credentials, and of the page of agent keys. */
export const securityFaults: readonly Fault[] = [
  ...Object.entries(taken).map(([name, [clause, fits]]) =>
    fault(name, [`authentication.${clause}`], () => confusingKeys(fits)),
  ),
  fault('roles-of-a-key-repeated-empty', ['api-keys.role-descriptors-request-only'], () =>
    onResponse(['create-key'], (body) => ({ ...body, role_descriptors: {} })),
  ),
  fault(
    'expiration-in-seconds',
    [
      'api-keys.expiration-returned-as-epoch-milliseconds',
      'api-keys.expiration-lies-ahead-by-duration',
    ],
    () =>
      onResponse(['create-key'], ({ expiration, ...body }) =>
        typeof expiration === 'number'
          ? { ...body, expiration: Math.round(expiration / 1000) }
          : body,
      ),
  ),
  fault('secret-in-the-answer-to-authenticate', ['api-keys.secret-only-on-creation'], () =>
    inPlaceOf(['authenticate'], async (request, forward) => {
      const reply = await forward(request);
      const body = jsonIn(reply);
      const key = { ...membersOf(body['api_key']), secret: pairOf(request)?.secret };
      return reply.status < 300 ? withJson(reply, { ...body, api_key: key }) : reply;
    }),
  ),
  wrongPage('page-guards-its-form-only', ['roles.management-ui-permissions'], {
    mayCreate: () => true,
  }),
  ...offeredPrivileges.map((privilege) =>
    wrongPage(
      `page-offers-${privilege.replace(/\W|_/g, '-')}-only`,
      ['api-keys.ui-asks-for-name-and-privilege', 'api-keys.ui-offers-two-privileges'],
      { show: () => page(plainForm(`${nameField}${checkbox(privilege)}`)) },
    ),
  ),
  fault('page-lists-credentials', ['api-keys.ui-shows-secret-once'], (profile) => {
    const known: string[] = [];
    return replacePage({
      created: (key) => {
        known.push(`<p>${encoded(key)}</p>`);
        return page(encoded(key));
      },
      show: () => page(`${wholeForm}${known.join('')}`),
    })(profile);
  }),
  wrongPage('page-creates-keys-for-a-day-that-write', ['api-keys.ui-keys-never-expire'], {
    creationOf: (input) =>
      creation(input, input.privileges.includes('event:write') ? { expiration: '1d' } : {}),
  }),
];

function wrongPage(name: string, clauses: readonly string[], parts: Partial<PageParts>): Fault {
  return fault(name, clauses, replacePage(parts));
}

function decoded(credential: string): string {
  return Buffer.from(credential, 'base64').toString('utf8');
}

/** Authenticates a credential as the first of the created keys for which `fits` is true. */
function confusingKeys(fits: (credential: string, key: IdAndSecret) => boolean): Interceptor {
  const keys: IdAndSecret[] = [];
  return async (request, forward) => {
    const credential = credentialIn(request);
    if (kindOf(request) === 'authenticate' && credential !== undefined) {
      const key = keys.find((one) => fits(credential, one));
      return forward(
        key ? withPart(request, 'header/authorization', `ApiKey ${encoded(key)}`) : request,
      );
    }
    const reply = await forward(request);
    if (kindOf(request) === 'create-key' && reply.status < 300) {
      const { id, api_key } = jsonIn(reply);
      keys.push({ id: String(id), secret: String(api_key) });
    }
    return reply;
  };
}
