import { intakeSettings } from '../../driver/intake.ts';
import type { Fault, Interception, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  agentOf,
  agentRefusal,
  inIntake,
  onCommand,
  onIntakeReply,
  onLines,
  taken,
} from '../intake-interceptors.ts';
import { answer, type Members, without } from '../interceptors.ts';
import { onEntries } from '../security-interceptors.ts';

const takes = 'intake.takes-agent-events';
const authorizes = 'intake.authorizes-with-api-keys';
const falseCredential = 'intake.false-credential-refused';
const eventWrite = 'intake.event-write-needed';
const configPermits = 'intake.config-agent-read-permits';
const configNeeded = 'intake.config-agent-read-needed';
const command = 'intake.verify-command';
const yes = 'intake.verify-yes';
const negative = 'intake.verify-negative';

const privileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

const lineOf = (privilege: string): string =>
  `intake.verify-line-${privilege.replaceAll(/[_:]/g, '-')}`;

const bounds = 'intake.limit-bounds-unique-keys';
const once = 'intake.limit-counts-a-key-once';
const covers = 'intake.limit-covers-configuration';
const perMinute = 'intake.limit-per-minute';

type Request = Parameters<Interceptor>[0];

/** Faults of an intake: of events, of configurations, of the check of keys, and of the limit of keys. */
export const intakeFaults: readonly Fault[] = [
  fault('intake-takes-rights-in-any-application', ['intake.event-write-for-apm'], () =>
    onEntries('create-key', (all) => all.map((entry) => ({ ...entry, application: 'apm' }))),
  ),
  fault('intake-accepts-none-of-the-events', [takes], () =>
    onIntakeReply(['events'], () => answer(202, { accepted: 0 })),
  ),
  fault('intake-asks-for-no-credential', [authorizes], () =>
    onIntakeReply(['events'], (reply, request) => (agentOf(request) === '' ? taken() : reply)),
  ),
  fault('intake-takes-any-credential', [falseCredential], () =>
    onIntakeReply(['events'], (reply, request) =>
      reply.status === 401 && agentOf(request) !== '' ? taken() : reply,
    ),
  ),
  fault('intake-takes-events-under-any-key', [eventWrite], () =>
    onIntakeReply(['events'], (reply) => (reply.status === 403 ? taken() : reply)),
  ),
  fault('intake-reads-the-switch-of-keys-as-maintenance', ['intake.enabled-true-authorizes'], () =>
    inOwnIntakes(() => agentRefusal(503)),
  ),
  fault('intake-gives-no-configuration', [configPermits], () =>
    onIntakeReply(['configuration'], () => agentRefusal(403)),
  ),
  fault('intake-gives-configuration-under-any-key', [configNeeded], () =>
    onIntakeReply(['configuration'], (reply) => (reply.status === 403 ? answer(200, {}) : reply)),
  ),
  fault('verify-begins-otherwise', [command], () =>
    onLines((line) => line.replace('Authorized for', 'Permitted to use')),
  ),
  ...privileges.flatMap((privilege): readonly Fault[] => [
    fault(`verify-says-nothing-of-${privilege.replaceAll(/[_:]/g, '-')}`, [lineOf(privilege)], () =>
      onLines((line) => (line.includes(privilege) ? undefined : line)),
    ),
    fault(`verify-says-twice-of-${privilege.replaceAll(/[_:]/g, '-')}`, [lineOf(privilege)], () =>
      onLines((line) => (line.includes(privilege) ? `${line}\n${line}` : line)),
    ),
    fault(`verify-never-confirms-${privilege.replaceAll(/[_:]/g, '-')}`, [yes], () =>
      onLines((line) => (line.includes(privilege) ? line.replace(/Yes$/, 'No') : line)),
    ),
    fault(`verify-always-confirms-${privilege.replaceAll(/[_:]/g, '-')}`, [negative], () =>
      onLines((line) => (line.includes(privilege) ? line.replace(/No$/, 'Yes') : line)),
    ),
  ]),
  fault('key-limit-only-noted-in-the-log', [bounds], () =>
    onIntakeReply(['events'], (reply) => (reply.status === 503 ? taken() : reply)),
  ),
  fault('key-limit-for-events-only', [covers], () =>
    limiting({ keyOf: agentOf, spare: 0, isLimited: isEvent }),
  ),
  fault('key-limit-locks-known-keys-out-too', [once], refusingAllWhenFull),
  fault('key-limit-for-two-minutes', [perMinute], () =>
    withClock((duration) => duration.replace('1m', '30s')),
  ),
];

/** Answers events in place of the intakes that were started with settings. */
function inOwnIntakes(
  answerTo: (request: Parameters<Interceptor>[0]) => ReturnType<typeof agentRefusal> | undefined,
): Interception {
  const own = new Set<string>();
  const intercept = inIntake(['events'], (request, forward) => {
    const changed = own.has(request.base_url ?? '') ? answerTo(request) : undefined;
    return changed === undefined ? forward(request) : Promise.resolve(changed);
  });
  return onCommand(
    ({ start }) => ({
      async start(settings) {
        const started = await start(settings);
        own.add(started.base_url);
        return started;
      },
    }),
    intercept,
  );
}

/** Limits keys by its own count, from which it removes no key; the limit is that of the latest intake plus `spare`. */
function limiting(rule: {
  readonly keyOf: (request: Request) => string;
  readonly spare: number;
  readonly isLimited?: (request: Request) => boolean;
}): Interception {
  let limit = Number.POSITIVE_INFINITY;
  const seen = new Set<string>();
  const intercept: Interceptor = (request, forward) => {
    if (request.base_url === undefined || agentOf(request) === '') return forward(request);
    if (rule.isLimited?.(request) === false) return forward(request);
    const key = rule.keyOf(request);
    if (!seen.has(key) && seen.size >= limit) return Promise.resolve(agentRefusal(503));
    seen.add(key);
    return forward(request);
  };
  return onStart((settings) => {
    seen.clear();
    limit = limitIn(settings) + rule.spare;
  }, intercept);
}

/** Calls back with the settings of each intake that is started, which then has no limit of its own. */
function onStart(note: (settings: Members) => void, intercept: Interceptor): Interception {
  return onCommand(
    ({ start }) => ({
      start(settings) {
        note(settings);
        return start(without(settings, intakeSettings.limit));
      },
    }),
    intercept,
  );
}

function limitIn(settings: Members): number {
  const limit = settings[intakeSettings.limit];
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}

function isEvent({ path }: Request): boolean {
  return path.startsWith('/intake/');
}

/** Refuses all events once the number of keys has reached the limit. */
function refusingAllWhenFull(): Interception {
  let limit = Number.POSITIVE_INFINITY;
  const seen = new Set<string>();
  const intercept: Interceptor = (request, forward) => {
    if (request.base_url === undefined) return forward(request);
    if (seen.size >= limit) return Promise.resolve(agentRefusal(429));
    seen.add(agentOf(request));
    return forward(request);
  };
  return onStart((settings) => {
    seen.clear();
    limit = limitIn(settings);
  }, intercept);
}

/** Moves the clock of the intake by another duration than the requested one. */
function withClock(edit: (duration: string) => string): Interceptor {
  return (request, forward) => {
    const isClock = request.base_url !== undefined && /clock/.test(request.path);
    if (!isClock || typeof request.body !== 'string') return forward(request);
    return forward({ ...request, body: edit(request.body) });
  };
}
