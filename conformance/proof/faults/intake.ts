import type { Fault, Spoil } from '../fault.ts';
import {
  agentOf,
  inIntake,
  type IntakeCall,
  intakeCallOf,
  onIntakeReply,
  taken,
  turnedAway,
} from '../intake-spoils.ts';
import { answer } from '../spoil.ts';
import { intakeLimitFaults } from './intake-limits.ts';
import { intakeVerifyFaults } from './intake-verify.ts';

const takes = 'intake.takes-agent-events';
const authorizes = 'intake.authorizes-with-api-keys';
const event_write = 'intake.event-write-needed';
const config_permits = 'intake.config-agent-read-permits';
const config_needed = 'intake.config-agent-read-needed';

/** Faults of what an intake lets in and turns away. */
const agentFaults: readonly Fault[] = [
  {
    name: 'intake-refuses-all-events',
    clauses: [takes],
    start: () => refusing('events', () => true),
  },
  {
    name: 'intake-has-no-path-for-events',
    clauses: [takes],
    start: () => onIntakeReply(['events'], () => turnedAway(404)),
  },
  {
    name: 'intake-takes-only-the-scheme-bearer',
    clauses: [takes, config_permits],
    start: () =>
      inIntake(['events', 'configuration'], (request, forward) =>
        request.headers['authorization']?.startsWith('ApiKey ') === true
          ? Promise.resolve(turnedAway(401))
          : forward(request),
      ),
  },
  {
    name: 'intake-fails-on-events',
    clauses: [takes],
    start: () => onIntakeReply(['events'], () => turnedAway(500)),
  },
  {
    name: 'intake-accepts-none-of-the-events',
    clauses: [takes],
    start: () => onIntakeReply(['events'], () => answer(202, { accepted: 0 })),
  },
  {
    name: 'intake-miscounts-events-in-words',
    clauses: [takes],
    start: () =>
      onIntakeReply(['events'], (reply) =>
        reply.status < 300 ? answer(202, { accepted: 'one' }) : reply,
      ),
  },
  ...['transaction', 'error', 'metricset'].map((kind) => ({
    name: `intake-knows-no-${kind}`,
    clauses: [takes],
    start: () => refusing('events', (body) => body.includes(`"${kind}"`)),
  })),
  {
    name: 'intake-takes-a-key-for-events-only-with-one-privilege',
    clauses: [takes],
    start: severalPrivilegesRefused,
  },
  {
    name: 'intake-asks-for-no-credential',
    clauses: [authorizes],
    start: () =>
      onIntakeReply(['events'], (reply, request) => (agentOf(request) === '' ? taken() : reply)),
  },
  {
    name: 'intake-fails-without-a-credential',
    clauses: [authorizes],
    start: () =>
      onIntakeReply(['events'], (reply, request) =>
        agentOf(request) === '' ? turnedAway(500) : reply,
      ),
  },
  {
    name: 'intake-answers-anonymous-agents-with-200',
    clauses: [authorizes],
    start: () =>
      onIntakeReply(['events'], (reply, request) =>
        agentOf(request) === '' ? answer(200, { accepted: 1 }) : reply,
      ),
  },
  {
    name: 'intake-takes-events-under-any-key',
    clauses: [event_write],
    start: () => onIntakeReply(['events'], (reply) => (reply.status === 403 ? taken() : reply)),
  },
  {
    name: 'intake-fails-on-keys-without-event-write',
    clauses: [event_write],
    start: () =>
      onIntakeReply(['events'], (reply) => (reply.status === 403 ? turnedAway(500) : reply)),
  },
  {
    name: 'intake-gives-no-configuration',
    clauses: [config_permits],
    start: () => refusing('configuration', () => true),
  },
  {
    name: 'intake-has-no-path-for-configuration',
    clauses: [config_permits],
    start: () => onIntakeReply(['configuration'], () => turnedAway(404)),
  },
  {
    name: 'intake-gives-configuration-by-post-only',
    clauses: [config_permits],
    start: () => byOneMethod('POST'),
  },
  {
    name: 'intake-gives-configuration-by-get-only',
    clauses: [config_permits],
    start: () => byOneMethod('GET'),
  },
  {
    name: 'intake-gives-configuration-as-numbers',
    clauses: [config_permits],
    start: () =>
      onIntakeReply(['configuration'], (reply) =>
        reply.status < 300 ? answer(200, { transaction_sample_rate: 0.5 }) : reply,
      ),
  },
  {
    name: 'intake-gives-configuration-under-any-key',
    clauses: [config_needed],
    start: () =>
      onIntakeReply(['configuration'], (reply) => (reply.status === 403 ? answer(200, {}) : reply)),
  },
  {
    name: 'intake-fails-on-keys-without-config-agent-read',
    clauses: [config_needed],
    start: () =>
      onIntakeReply(['configuration'], (reply) => (reply.status === 403 ? turnedAway(500) : reply)),
  },
  {
    name: 'intake-with-keys-on-refuses-every-key',
    clauses: ['intake.enabled-true-authorizes'],
    start: () => inOwnIntakes((request) => (agentOf(request) === '' ? undefined : turnedAway(401))),
  },
  {
    name: 'intake-with-keys-on-knows-tokens-only',
    clauses: ['intake.enabled-true-authorizes'],
    start: () =>
      inOwnIntakes((request) =>
        request.headers['authorization']?.startsWith('Bearer ') === true
          ? undefined
          : turnedAway(401),
      ),
  },
  {
    name: 'intake-reads-the-switch-of-keys-as-maintenance',
    clauses: ['intake.enabled-true-authorizes'],
    start: () => inOwnIntakes(() => turnedAway(503)),
  },
];

/** Every fault of the intake. */
export const intakeFaults: readonly Fault[] = [
  ...agentFaults,
  ...intakeLimitFaults,
  ...intakeVerifyFaults,
];

/** Refuses what has such a body. */
function refusing(call: IntakeCall, fits: (body: string) => boolean): Spoil {
  return inIntake([call], (request, forward) =>
    fits(String(request.body ?? '')) ? Promise.resolve(turnedAway(403)) : forward(request),
  );
}

function byOneMethod(method: string): Spoil {
  return inIntake(['configuration'], (request, forward) =>
    request.method === method ? forward(request) : Promise.resolve(turnedAway(405)),
  );
}

/** Keys that were created with more than one privilege are refused. */
function severalPrivilegesRefused(): Spoil {
  const refused = new Set<string>();
  return async (request, forward) => {
    if (intakeCallOf(request) === 'events' && refused.has(agentOf(request))) return turnedAway(403);
    const reply = await forward(request);
    if (request.method === 'POST' && request.path === '/_security/api_key') {
      const several = /"privileges":\[[^\]]*,/.test(String(request.body));
      const { encoded } = JSON.parse(Buffer.from(reply.body).toString('utf8')) as {
        readonly encoded?: string;
      };
      if (several && encoded !== undefined) refused.add(encoded);
    }
    return reply;
  };
}

/** Answers events in the place of the intakes that were started with settings. */
function inOwnIntakes(
  answerTo: (request: Parameters<Spoil>[0]) => ReturnType<typeof turnedAway> | undefined,
): Spoil {
  const own = new Set<string>();
  const spoil = inIntake(['events'], (request, forward) => {
    const spoiled = own.has(request.base_url ?? '') ? answerTo(request) : undefined;
    return spoiled === undefined ? forward(request) : Promise.resolve(spoiled);
  });
  return async (request, forward) => {
    if (intakeCallOf(request) !== 'start') return spoil(request, forward);
    const reply = await forward(request);
    const { base_url } = JSON.parse(Buffer.from(reply.body).toString('utf8')) as {
      readonly base_url: string;
    };
    own.add(base_url);
    return reply;
  };
}
