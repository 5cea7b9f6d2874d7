import { intakeSettings } from '../../driver/intake.ts';
import type { Fault, Interception, Interceptor } from '../../run/mutation.ts';
import {
  agentOf,
  agentRefusal,
  inIntake,
  onCommand,
  onIntakeReply,
  onSettings,
  taken,
} from '../intake-interceptors.ts';
import { type Members, without } from '../interceptors.ts';

const bounds = 'intake.limit-bounds-unique-keys';
const once = 'intake.limit-counts-a-key-once';
const covers = 'intake.limit-covers-configuration';
const perMinute = 'intake.limit-per-minute';

/** Faults of the limit on the number of keys in a minute. */
export const intakeLimitFaults: readonly Fault[] = [
  {
    name: 'key-limit-not-read',
    clauses: [bounds],
    start: () => onSettings((settings) => without(settings, intakeSettings.limit)),
  },
  {
    name: 'key-limit-one-too-many',
    clauses: [bounds],
    start: () => onLimit((limit) => limit + 1),
  },
  {
    name: 'key-limit-one-too-few',
    clauses: [bounds, once],
    start: () => limiting({ keyOf: agentOf, spare: -1 }),
  },
  {
    name: 'key-limit-doubled',
    clauses: [bounds],
    start: () => onLimit((limit) => limit * 2),
  },
  {
    name: 'key-limit-only-noted-in-the-log',
    clauses: [bounds],
    start: () => onIntakeReply(['events'], (reply) => (reply.status === 503 ? taken() : reply)),
  },
  {
    name: 'key-limit-for-events-only',
    clauses: [covers],
    start: () => limiting({ keyOf: agentOf, spare: 0, isLimited: isEvent }),
  },
  {
    name: 'key-limit-counts-keys-by-path',
    clauses: [covers],
    start: () =>
      limiting({ keyOf: (request) => `${agentOf(request)} ${isEvent(request)}`, spare: 0 }),
  },
  {
    name: 'key-limit-counts-requests',
    clauses: [once],
    start: () => {
      let count = 0;
      return limiting({ keyOf: () => `${(count += 1)}`, spare: 0 });
    },
  },
  {
    name: 'key-limit-counts-keys-by-kind-of-event',
    clauses: [once],
    start: () =>
      limiting({ keyOf: (request) => `${agentOf(request)} ${kindOf(request)}`, spare: 0 }),
  },
  {
    name: 'key-limit-locks-known-keys-out-too',
    clauses: [once],
    start: refusingAllWhenFull,
  },
  {
    name: 'key-limit-never-ends',
    clauses: [perMinute],
    start: () => limiting({ keyOf: agentOf, spare: 0 }),
  },
  {
    name: 'key-kept-out-stays-out',
    clauses: [perMinute],
    start: refusingForever,
  },
  {
    name: 'key-limit-for-two-minutes',
    clauses: [perMinute],
    start: () => withClock((duration) => duration.replace('1m', '30s')),
  },
  {
    name: 'key-limit-for-ten-seconds',
    clauses: [bounds],
    start: () => withClock((duration) => duration.replace('20s', '2m')),
  },
];

function onLimit(edit: (limit: number) => number): Interception {
  return onSettings((settings) => {
    const limit = settings[intakeSettings.limit];
    return typeof limit === 'number'
      ? { ...settings, [intakeSettings.limit]: edit(limit) }
      : settings;
  });
}

type Request = Parameters<Interceptor>[0];

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

function kindOf({ body }: Request): string {
  return /\{"(transaction|error|metricset)"/.exec(String(body))?.[1] ?? '';
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

/** Refuses all events of a key once the limit has refused one of them. */
function refusingForever(): Interceptor {
  const out = new Set<string>();
  return inIntake(['events'], async (request, forward) => {
    if (out.has(agentOf(request))) return agentRefusal(503);
    const reply = await forward(request);
    if (reply.status === 503) out.add(agentOf(request));
    return reply;
  });
}

/** Moves the clock of the intake by another duration than the requested one. */
function withClock(edit: (duration: string) => string): Interceptor {
  return (request, forward) => {
    const isClock = request.base_url !== undefined && /clock/.test(request.path);
    if (!isClock || typeof request.body !== 'string') return forward(request);
    return forward({ ...request, body: edit(request.body) });
  };
}
