import type { Fault } from '../../run/mutation.ts';
import {
  checkbox,
  creation,
  encoded,
  nameField,
  offeredPrivileges,
  page,
  type PageParts,
  plainForm,
  replacePage,
  wholeForm,
} from '../agent-key-page.ts';
import { fault } from '../fault.ts';

const asks = 'api-keys.ui-asks-for-name-and-privilege';
const offers = 'api-keys.ui-offers-two-privileges';
const once = 'api-keys.ui-shows-secret-once';
const endless = 'api-keys.ui-keys-never-expire';

/** Faults of the page of agent keys. */
export const agentKeyPageFaults: readonly Fault[] = [
  ...offeredPrivileges.map((privilege) =>
    wrongPage(`page-offers-${privilege.replace(/\W|_/g, '-')}-only`, [asks, offers], {
      show: () => page(plainForm(`${nameField}${checkbox(privilege)}`)),
    }),
  ),
  wrongPage('page-does-not-show-the-secret', [once, asks], {
    created: ({ id }) => page(`<p>The key <code>${id}</code> was created.</p>`),
  }),
  fault('page-lists-credentials', [once], (profile) => {
    const known: string[] = [];
    const keeping: Partial<PageParts> = {
      created: (key) => {
        known.push(`<p>${encoded(key)}</p>`);
        return page(encoded(key));
      },
      show: () => page(`${wholeForm}${known.join('')}`),
    };
    return replacePage(keeping)(profile);
  }),
  wrongPage('page-creates-keys-for-a-day-that-write', [endless], {
    creationOf: (input) =>
      creation(input, input.privileges.includes('event:write') ? { expiration: '1d' } : {}),
  }),
];

function wrongPage(name: string, clauses: readonly string[], parts: Partial<PageParts>): Fault {
  return fault(name, clauses, replacePage(parts));
}
