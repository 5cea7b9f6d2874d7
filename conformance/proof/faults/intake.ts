import { type Fault, type Interception, type Interceptor, fault } from '../../run/mutation.ts';
import { intakeSettings } from '../../driver/target.ts';
import { agentOf, onCommand, onLines, taken } from '../security-interceptors.ts';
import { answer, onAnyReply } from '../interceptors.ts';

const privileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

/** Faults of an intake: of events, of the check of keys, and of the limit of keys. */
export const intakeFaults: readonly Fault[] = [
  fault('intake-accepts-none-of-the-events', ['intake.takes-agent-events'], () =>
    onAnyReply(['events'], () => answer(202, { accepted: 0 })),
  ),
  fault('intake-asks-for-no-credential', ['intake.authorizes-with-api-keys'], () =>
    onAnyReply(['events'], (reply, request) => (agentOf(request) === '' ? taken() : reply)),
  ),
  fault('intake-takes-any-credential', ['intake.false-credential-refused'], () =>
    onAnyReply(['events'], (reply, request) =>
      reply.status === 401 && agentOf(request) !== '' ? taken() : reply,
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
];

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
