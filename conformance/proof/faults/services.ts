import { type Fault, fault, type Interception, type Interceptor } from '../../run/mutation.ts';
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
import { onResponse, answer, onAnyReply, bodyOf, inPlaceOf, refusal } from '../interceptors.ts';
import { encoded, credentialOf, onCommand, onLines, taken } from '../security-interceptors.ts';
import { intakeSettings } from '../../driver/target.ts';
import { hookRequest } from '../../driver/hook-request.ts';
import { targetOf, beforeHook, calls } from '../calls.ts';

const privileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

const aliasSetting = 'index.lifecycle.rollover_alias';

/** Faults of keys, of the page of agent keys, of intakes, of policies and of followers. */
export const serviceFaults: readonly Fault[] = [
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
  fault('intake-accepts-none-of-the-events', ['intake.takes-agent-events'], () =>
    onAnyReply(['events'], () => answer(202, { accepted: 0 })),
  ),
  fault('intake-asks-for-no-credential', ['intake.authorizes-with-api-keys'], () =>
    onAnyReply(['events'], (reply, request) => (credentialOf(request) === '' ? taken() : reply)),
  ),
  fault('intake-takes-any-credential', ['intake.false-credential-refused'], () =>
    onAnyReply(['events'], (reply, request) =>
      reply.status === 401 && credentialOf(request) !== '' ? taken() : reply,
    ),
  ),
  ...privileges.map((privilege) => {
    const name = `verify-always-confirms-${privilege.replaceAll(/[_:]/g, '-')}`;
    return fault(name, ['intake.verify-negative'], () =>
      onLines((line) => (line.includes(privilege) ? line.replace(/No$/, 'Yes') : line)),
    );
  }),
  fault('key-limit-only-noted-in-the-log', ['intake.limit-bounds-unique-keys'], () =>
    onAnyReply(['events'], (reply) => (reply.status === 503 ? taken() : reply)),
  ),
  fault('key-limit-of-one-key-less', ['intake.limit-counts-a-key-once'], limitingEarlier),
  fault('key-limit-for-two-minutes', ['intake.limit-per-minute'], () => slowClock),
  fault(
    'rollover-counts-documents-that-nobody-sees',
    ['rollover.max-docs-ignores-unrefreshed'],
    beforeHook('run_policies', async (forward, _, { hooks: { refresh } }) => {
      if (refresh !== undefined) await forward(hookRequest(refresh, { index: '*' }));
    }),
  ),
  fault('follower-does-not-wait', ['rollover.follower-waits'], rollingFollowers),
  fault(
    'follower-follows-for-ever',
    [
      'rollover.follower-continues-after-leader-rolls',
      'rollover.follower-continues-after-leader-complete',
      'rollover.follower-becomes-regular',
    ],
    closingFollowers,
  ),
];

function wrongPage(name: string, clauses: readonly string[], parts: Partial<PageParts>): Fault {
  return fault(name, clauses, replacePage(parts));
}

/** Starts each intake with a limit for one key less. */
function limitingEarlier(): Interception {
  return onCommand(({ start }) => ({
    start(settings) {
      const { [intakeSettings.limit]: limit, ...others } = settings;
      const less = typeof limit === 'number' ? { [intakeSettings.limit]: limit - 1 } : {};
      return start({ ...others, ...less });
    },
  }));
}

/** Moves the clock of an intake by half of a minute instead of a whole one. */
const slowClock: Interceptor = (request, forward) => {
  const isClock = request.base_url !== undefined && request.path.includes('clock');
  if (!isClock || typeof request.body !== 'string') return forward(request);
  return forward({ ...request, body: request.body.replace('1m', '30s') });
};

/** Rolls the aliases of followers over in each run of the policies. */
function rollingFollowers(): Interceptor {
  const aliases = new Set<string>();
  return async (request, forward) => {
    const alias = bodyOf(request)[aliasSetting];
    if (typeof alias === 'string') aliases.add(alias);
    const reply = await forward(request);
    if (!calls(request, 'run_policies')) return reply;
    for (const each of aliases) {
      await forward({
        method: 'POST',
        path: `/${encodeURIComponent(each)}/_rollover`,
        headers: {},
      });
    }
    return reply;
  };
}

/** Refuses documents for followers. */
function closingFollowers(): Interceptor {
  const followers = new Set<unknown>();
  const refuse = inPlaceOf(['write-document'], (request, forward) =>
    followers.has(targetOf(request))
      ? Promise.resolve(refusal('status_exception', 'a follower does not accept writes', 403))
      : forward(request),
  );
  return (request, forward) => {
    if (calls(request, 'create_follower')) followers.add(request.hook?.values['follower']);
    return refuse(request, forward);
  };
}
