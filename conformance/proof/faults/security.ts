import { type Fault, fault } from '../../run/mutation.ts';
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
import { onResponse } from '../interceptors.ts';
import { encoded } from '../security-interceptors.ts';

/** Faults of keys and of the page of agent keys. */
export const securityFaults: readonly Fault[] = [
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
