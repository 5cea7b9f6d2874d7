import type { Fault, Interception, Interceptor } from '../../run/mutation.ts';
import {
  agentOf,
  agentRefusal,
  inIntake,
  type IntakeCall,
  intakeCallOf,
  onCommand,
  onIntakeReply,
  taken,
} from '../intake-interceptors.ts';
import { answer } from '../interceptors.ts';
import { type IdAndSecret, onEntries, pairIn } from '../security-interceptors.ts';
import { intakeConfigurationFaults } from './intake-configuration.ts';
import { intakeLimitFaults } from './intake-limits.ts';

const takes = 'intake.takes-agent-events';
const authorizes = 'intake.authorizes-with-api-keys';
const falseCredential = 'intake.false-credential-refused';
const eventWrite = 'intake.event-write-needed';
const configPermits = 'intake.config-agent-read-permits';

/** Faults of the acceptance and refusal of events. */
const agentFaults: readonly Fault[] = [
  {
    name: 'intake-refuses-all-events',
    clauses: [takes],
    start: () => refusing('events', () => true),
  },
  {
    name: 'intake-has-no-path-for-events',
    clauses: [takes],
    start: () => onIntakeReply(['events'], () => agentRefusal(404)),
  },
  {
    name: 'intake-takes-only-the-scheme-bearer',
    clauses: [takes, configPermits],
    start: () =>
      inIntake(['events', 'configuration'], (request, forward) =>
        request.headers['authorization']?.startsWith('ApiKey ') === true
          ? Promise.resolve(agentRefusal(401))
          : forward(request),
      ),
  },
  {
    name: 'intake-fails-on-events',
    clauses: [takes],
    start: () => onIntakeReply(['events'], () => agentRefusal(500)),
  },
  {
    name: 'intake-takes-rights-in-any-application',
    clauses: ['intake.event-write-for-apm'],
    start: () =>
      onEntries('create-key', (all) => all.map((entry) => ({ ...entry, application: 'apm' }))),
  },
  {
    name: 'intake-accepts-none-of-the-events',
    clauses: [takes],
    start: () => onIntakeReply(['events'], () => answer(202, { accepted: 0 })),
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
        agentOf(request) === '' ? answer(500, {}) : reply,
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
    name: 'intake-takes-any-credential',
    clauses: [falseCredential],
    start: () =>
      onIntakeReply(['events'], (reply, request) =>
        reply.status === 401 && agentOf(request) !== '' ? taken() : reply,
      ),
  },
  {
    name: 'intake-knows-keys-again-by-their-ids',
    clauses: [falseCredential],
    start: () => recognisingKeysBy(({ id }) => id),
  },
  {
    name: 'intake-knows-keys-again-by-their-secrets',
    clauses: [falseCredential],
    start: () => recognisingKeysBy(({ secret }) => secret),
  },
  {
    name: 'intake-takes-events-under-any-key',
    clauses: [eventWrite],
    start: () => onIntakeReply(['events'], (reply) => (reply.status === 403 ? taken() : reply)),
  },
  {
    name: 'intake-fails-on-keys-without-event-write',
    clauses: [eventWrite],
    start: () =>
      onIntakeReply(['events'], (reply) => (reply.status === 403 ? answer(500, {}) : reply)),
  },
  {
    name: 'intake-with-keys-on-refuses-every-key',
    clauses: ['intake.enabled-true-authorizes'],
    start: () =>
      inOwnIntakes((request) => (agentOf(request) === '' ? undefined : agentRefusal(401))),
  },
  {
    name: 'intake-with-keys-on-knows-tokens-only',
    clauses: ['intake.enabled-true-authorizes'],
    start: () =>
      inOwnIntakes((request) =>
        request.headers['authorization']?.startsWith('Bearer ') === true
          ? undefined
          : agentRefusal(401),
      ),
  },
  {
    name: 'intake-reads-the-switch-of-keys-as-maintenance',
    clauses: ['intake.enabled-true-authorizes'],
    start: () => inOwnIntakes(() => agentRefusal(503)),
  },
];

/** Every fault of the intake. */
export const intakeFaults: readonly Fault[] = [
  ...agentFaults,
  ...intakeConfigurationFaults,
  ...intakeLimitFaults,
];

/** Refuses requests of this call for whose body `fits` is true. */
function refusing(call: IntakeCall, fits: (body: string) => boolean): Interceptor {
  return inIntake([call], (request, forward) =>
    fits(String(request.body ?? '')) ? Promise.resolve(agentRefusal(403)) : forward(request),
  );
}

/** Accepts events whose credential shares its id or its secret with a key that was accepted before. */
function recognisingKeysBy(partOf: (pair: IdAndSecret) => string): Interceptor {
  const known = new Set<string>();
  return inIntake(['events'], async (request, forward) => {
    const pair = pairIn(agentOf(request));
    const reply = await forward(request);
    if (pair === undefined) return reply;
    if (reply.status < 300) known.add(partOf(pair));
    return reply.status === 401 && known.has(partOf(pair)) ? taken() : reply;
  });
}

/** Refuses events with keys that were created with more than one privilege. */
function severalPrivilegesRefused(): Interceptor {
  const refused = new Set<string>();
  return async (request, forward) => {
    if (intakeCallOf(request) === 'events' && refused.has(agentOf(request)))
      return agentRefusal(403);
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
