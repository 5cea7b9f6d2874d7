import type { Profile } from '../../driver/profile.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  checkbox,
  createKey,
  creation,
  encoded,
  type FormInput,
  isBelow,
  nameField,
  offeredPrivileges,
  page,
  type PageParts,
  pagePathOf,
  plainForm,
  redirection,
  replacePage,
  wholeForm,
} from '../agent-key-page.ts';
import { fault } from '../fault.ts';
import type { IdAndSecret } from '../security-interceptors.ts';

const asks = 'api-keys.ui-asks-for-name-and-privilege';
const offers = 'api-keys.ui-offers-two-privileges';
const once = 'api-keys.ui-shows-secret-once';
const endless = 'api-keys.ui-keys-never-expire';

/** Faults of the page of agent keys. */
export const agentKeyPageFaults: readonly Fault[] = [
  wrongPage('page-names-nameless-keys-itself', [asks], {
    isValid: ({ privileges }) => privileges.length > 0,
    creationOf: (input) => creation({ ...input, name: input.name === '' ? 'unnamed' : input.name }),
  }),
  wrongPage('page-creates-keys-without-a-privilege', [asks], {
    isValid: ({ name }) => name !== '',
    creationOf: (input) =>
      input.privileges.length === 0 ? { name: input.name, role_descriptors: {} } : creation(input),
  }),
  wrongPage('page-chooses-a-privilege-itself', [asks], {
    isValid: ({ name }) => name !== '',
    creationOf: (input) =>
      creation({
        ...input,
        privileges: input.privileges.length === 0 ? ['event:write'] : input.privileges,
      }),
  }),
  wrongPage('page-complains-and-creates', [asks], {
    invalid: async (pageRequest) => {
      await createKey(pageRequest, creation({ name: 'unnamed', privileges: ['event:write'] }));
      return page('<p>A name is needed.</p>', 400);
    },
  }),
  wrongPage('page-without-a-field-for-the-name', [asks, once, endless, offers], {
    show: () => page(plainForm(`${checkbox('config_agent:read')}${checkbox('event:write')}`)),
    isValid: ({ privileges }) => privileges.length > 0,
    creationOf: (input) => creation({ ...input, name: 'unnamed' }),
  }),
  wrongPage('page-without-privileges-to-choose', [asks, offers], {
    show: () => page(plainForm(nameField)),
    isValid: ({ name }) => name !== '',
    creationOf: (input) => creation({ ...input, privileges: ['config_agent:read', 'event:write'] }),
  }),
  wrongPage('page-gives-keys-another-name', [asks], {
    creationOf: (input) => creation({ ...input, name: `agent key ${input.name}` }),
  }),
  wrongPage('page-wants-both-privileges', [asks, offers, once], {
    isValid: ({ name, privileges }) => name !== '' && privileges.length === 2,
  }),
  wrongPage('page-creates-nothing', [asks, offers, once, endless], {
    creationOf: () => ({}),
  }),
  ...offeredPrivileges.map((privilege) =>
    wrongPage(`page-offers-${privilege.replace(/\W|_/g, '-')}-only`, [asks, offers], {
      show: () => page(plainForm(`${nameField}${checkbox(privilege)}`)),
    }),
  ),
  wrongPage('page-gives-the-other-privilege', [offers], {
    creationOf: withPrivileges((chosen) =>
      offeredPrivileges.filter((one) => chosen.length === 2 || !chosen.includes(one)),
    ),
  }),
  wrongPage('page-gives-all-privileges', [offers], {
    creationOf: withPrivileges(() => [...offeredPrivileges, 'sourcemap:write']),
  }),
  wrongPage('page-gives-the-last-privilege-only', [offers], {
    creationOf: withPrivileges((chosen) => chosen.slice(-1)),
  }),
  wrongPage('page-does-not-show-the-secret', [once, asks], {
    created: ({ id }) => page(`<p>The key <code>${id}</code> was created.</p>`),
  }),
  wrongPage('page-shows-another-secret', [once, asks], {
    created: ({ id }) =>
      page(`<p>Copy it: ${encoded({ id, secret: 'a1b2c3d4e5f6a7b8c9d0e1' })}</p>`),
  }),
  remembering('page-lists-credentials', (known) => ({
    show: () => page(`${wholeForm}${known.map(listed).join('')}`),
  })),
  remembering('page-lists-secrets-in-attributes', (known) => ({
    show: () =>
      page(
        `${wholeForm}${known.map(({ secret }) => `<i data-x="${characterReferences(secret)}">…</i>`).join('')}`,
      ),
  })),
  remembering('page-shows-all-secrets-so-far', (known) => ({
    created: () => page(known.map(listed).join('')),
  })),
  remembering('page-keeps-an-address-for-each-secret', (known) => ({
    created: ({ id }, { pagePath }) => redirection(`${pagePath}/${encodeURIComponent(id)}`),
    show: ({ path }) => {
      const key = known.find(({ id }) => path.endsWith(`/${encodeURIComponent(id)}`));
      return page(key === undefined ? wholeForm : listed(key));
    },
  })),
  fault('page-answers-a-form-twice-alike', [once], answeringAlike),
  ...(['365d', '36500d'] as const).map((expiration) =>
    wrongPage(`page-creates-keys-for-${expiration}`, [endless], {
      creationOf: (input) => creation(input, { expiration }),
    }),
  ),
  wrongPage('page-creates-keys-for-a-day-that-write', [endless], {
    creationOf: (input) =>
      creation(input, input.privileges.includes('event:write') ? { expiration: '1d' } : {}),
  }),
];

function wrongPage(name: string, clauses: readonly string[], parts: Partial<PageParts>): Fault {
  return fault(name, clauses, replacePage(parts));
}

/** Creates a fault: a page that leaks the secrets of the keys that it created; `make` returns its leaking parts. */
function remembering(
  name: string,
  make: (known: readonly IdAndSecret[]) => Partial<PageParts>,
): Fault {
  return fault(name, [once], (profile) => {
    const known: IdAndSecret[] = [];
    const leaking = make(known);
    return replacePage({
      ...leaking,
      created(key, pageRequest) {
        known.push(key);
        return leaking.created?.(key, pageRequest) ?? page(listed(key));
      },
    })(profile);
  });
}

function withPrivileges(
  edit: (chosen: readonly string[]) => readonly string[],
): PageParts['creationOf'] {
  return (input: FormInput) => creation({ ...input, privileges: edit(input.privileges) });
}

function listed(key: IdAndSecret): string {
  return `<p>${encoded(key)}</p>`;
}

/** Writes a text as HTML character references. */
function characterReferences(text: string): string {
  return Array.from(text, (letter) => `&#${String(letter.codePointAt(0))};`).join('');
}

/** Answers a form that is sent again with the response to the first one. */
function answeringAlike(profile: Profile): Interceptor {
  const given = new Map<string, Awaited<ReturnType<Interceptor>>>();
  const pagePath = pagePathOf(profile);
  const correct = replacePage({})(profile);
  return async (request, forward) => {
    const key = `${request.method} ${request.path} ${String(request.body)}`;
    const isForm = request.method === 'POST' && isBelow(request, pagePath);
    const known = isForm ? given.get(key) : undefined;
    if (known !== undefined) return known;
    const reply = await correct(request, forward);
    if (isForm && reply.status < 300) given.set(key, reply);
    return reply;
  };
}
