import {
  box,
  createKey,
  creation,
  encoded,
  nameField,
  ownPage,
  page,
  pagePath,
  type PageMake,
  plainForm,
  redirection,
  type Wish,
} from '../agent-key-page.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import type { Pair } from '../security-interceptors.ts';

const asks = 'api-keys.ui-asks-for-name-and-privilege';
const offers = 'api-keys.ui-offers-two-privileges';
const once = 'api-keys.ui-shows-secret-once';
const endless = 'api-keys.ui-keys-never-expire';

/** Faults of the page on which people make keys for agents. */
export const agentKeyPageFaults: readonly Fault[] = [
  wrongPage('page-names-nameless-keys-itself', [asks], {
    isRight: ({ privileges }) => privileges.length > 0,
    creationOf: (wish) => creation({ ...wish, name: wish.name === '' ? 'unnamed' : wish.name }),
  }),
  wrongPage('page-creates-keys-without-a-privilege', [asks], {
    isRight: ({ name }) => name !== '',
    creationOf: (wish) =>
      wish.privileges.length === 0 ? { name: wish.name, role_descriptors: {} } : creation(wish),
  }),
  wrongPage('page-chooses-a-privilege-itself', [asks], {
    isRight: ({ name }) => name !== '',
    creationOf: (wish) =>
      creation({
        ...wish,
        privileges: wish.privileges.length === 0 ? ['event:write'] : wish.privileges,
      }),
  }),
  wrongPage('page-complains-and-creates', [asks], {
    wrong: async (visit) => {
      await createKey(visit, creation({ name: 'unnamed', privileges: ['event:write'] }));
      return page('<p>A name is needed.</p>', 400);
    },
  }),
  wrongPage('page-without-a-field-for-the-name', [asks, once, endless, offers], {
    show: () => page(plainForm(`${box('config_agent:read')}${box('event:write')}`)),
    isRight: ({ privileges }) => privileges.length > 0,
    creationOf: (wish) => creation({ ...wish, name: 'unnamed' }),
  }),
  wrongPage('page-without-privileges-to-choose', [asks, offers], {
    show: () => page(plainForm(nameField)),
    isRight: ({ name }) => name !== '',
    creationOf: (wish) => creation({ ...wish, privileges: ['config_agent:read', 'event:write'] }),
  }),
  wrongPage('page-gives-keys-another-name', [asks], {
    creationOf: (wish) => creation({ ...wish, name: `agent key ${wish.name}` }),
  }),
  wrongPage('page-wants-both-privileges', [asks, offers, once], {
    isRight: ({ name, privileges }) => name !== '' && privileges.length === 2,
  }),
  wrongPage('page-creates-nothing', [asks, offers, once, endless], {
    creationOf: () => ({}),
  }),
  ...(['config_agent:read', 'event:write'] as const).map((privilege) =>
    wrongPage(`page-offers-${privilege.replace(/\W|_/g, '-')}-only`, [asks, offers], {
      show: () => page(plainForm(`${nameField}${box(privilege)}`)),
    }),
  ),
  wrongPage('page-gives-the-other-privilege', [offers], {
    creationOf: withPrivileges((chosen) =>
      allOffered.filter((one) => chosen.length === 2 || !chosen.includes(one)),
    ),
  }),
  wrongPage('page-gives-all-privileges', [offers], {
    creationOf: withPrivileges(() => [...allOffered, 'sourcemap:write']),
  }),
  wrongPage('page-gives-the-last-privilege-only', [offers], {
    creationOf: withPrivileges((chosen) => chosen.slice(-1)),
  }),
  wrongPage('page-does-not-show-the-secret', [once, asks], {
    created: ({ id }) => page(`<p>The key <code>${id}</code> is there.</p>`),
  }),
  wrongPage('page-shows-another-secret', [once, asks], {
    created: ({ id }) =>
      page(`<p>Copy it: ${encoded({ id, secret: 'a1b2c3d4e5f6a7b8c9d0e1' })}</p>`),
  }),
  remembering('page-lists-credentials', (known) => ({
    show: () => page(`${form}${known.map(listed).join('')}`),
  })),
  remembering('page-lists-secrets-in-attributes', (known) => ({
    show: () =>
      page(`${form}${known.map(({ secret }) => `<i data-x="${signs(secret)}">…</i>`).join('')}`),
  })),
  remembering('page-shows-all-secrets-so-far', (known) => ({
    created: () => page(known.map(listed).join('')),
  })),
  remembering('page-keeps-an-address-for-each-secret', (known) => ({
    created: ({ id }) => redirection(`${pagePath}/${encodeURIComponent(id)}`),
    show: ({ path }) => {
      const key = known.find(({ id }) => path.endsWith(`/${encodeURIComponent(id)}`));
      return page(key === undefined ? form : listed(key));
    },
  })),
  {
    name: 'page-answers-a-form-twice-alike',
    clauses: [once],
    start: answeringAlike,
  },
  ...(['365d', '36500d'] as const).map((expiration) =>
    wrongPage(`page-creates-keys-for-${expiration}`, [endless], {
      creationOf: (wish) => creation(wish, { expiration }),
    }),
  ),
  wrongPage('page-creates-keys-for-a-day-that-write', [endless], {
    creationOf: (wish) =>
      creation(wish, wish.privileges.includes('event:write') ? { expiration: '1d' } : {}),
  }),
];

const allOffered: readonly string[] = ['config_agent:read', 'event:write'];

const form = plainForm(`${nameField}${allOffered.map(box).join('')}`);

function wrongPage(name: string, clauses: readonly string[], make: Partial<PageMake>): Fault {
  return { name, clauses, start: () => ownPage(make) };
}

/** A page that knows the secrets of the keys it has made; how it leaks them is up to `make`. */
function remembering(name: string, make: (known: readonly Pair[]) => Partial<PageMake>): Fault {
  return {
    name,
    clauses: [once],
    start: () => {
      const known: Pair[] = [];
      const leaking = make(known);
      return ownPage({
        ...leaking,
        created(key, visit) {
          known.push(key);
          return leaking.created?.(key, visit) ?? page(listed(key));
        },
      });
    },
  };
}

function withPrivileges(
  edit: (chosen: readonly string[]) => readonly string[],
): PageMake['creationOf'] {
  return (wish: Wish) => creation({ ...wish, privileges: edit(wish.privileges) });
}

function listed(key: Pair): string {
  return `<p>${encoded(key)}</p>`;
}

/** Every letter of a text as the sign that HTML has for it. */
function signs(text: string): string {
  return text.replace(/./gu, (letter) => `&#${letter.codePointAt(0) ?? 0};`);
}

/** A form that comes a second time gets the answer of the first. */
function answeringAlike(): Interceptor {
  const given = new Map<string, Awaited<ReturnType<Interceptor>>>();
  const honest = ownPage({});
  return async (request, forward) => {
    const key = `${request.method} ${request.path} ${String(request.body)}`;
    const isForm = request.method === 'POST' && request.path.startsWith(pagePath);
    const known = isForm ? given.get(key) : undefined;
    if (known !== undefined) return known;
    const reply = await honest(request, forward);
    if (isForm && reply.status < 300) given.set(key, reply);
    return reply;
  };
}
