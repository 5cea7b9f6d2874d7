import type { Fault, Interception, Interceptor } from '../../run/mutation.ts';
import { intakeSettings } from '../../driver/target.ts';
import { fault } from '../fault.ts';
import { agentOf, onCommand, onLines, taken } from '../security-interceptors.ts';
import { answer, onAnyReply } from '../interceptors.ts';

const privileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

/** What is wrong in the line about a privilege: the clause, by the privilege, and the lines instead. */
const lines: Readonly<
  Record<
    string,
    readonly [clauseOf: (privilege: string) => string, edit: (line: string) => string | undefined]
  >
> = {
  'says-nothing-of': [(privilege) => `verify-line-${privilege}`, () => undefined],
  'says-twice-of': [(privilege) => `verify-line-${privilege}`, (line) => `${line}\n${line}`],
  'never-confirms': [() => 'verify-yes', (line) => line.replace(/Yes$/, 'No')],
  'always-confirms': [() => 'verify-negative', (line) => line.replace(/No$/, 'Yes')],
};

/** Faults of an intake: of events, of configurations, of the check of keys, and of the limit of keys. */
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
  fault(
    'intake-takes-events-under-any-key',
    ['intake.event-write-needed', 'intake.event-write-for-apm'],
    () => onAnyReply(['events'], (reply) => (reply.status === 403 ? taken() : reply)),
  ),
  fault('intake-gives-configuration-under-any-key', ['intake.config-agent-read-needed'], () =>
    onAnyReply(['configuration'], (reply) => (reply.status === 403 ? answer(200, {}) : reply)),
  ),
  fault('verify-begins-otherwise', ['intake.verify-command'], () =>
    onLines((line) => line.replace('Authorized for', 'Permitted to use')),
  ),
  ...privileges.flatMap((privilege) =>
    Object.entries(lines).map(([name, [clauseOf, edit]]) => {
      const spelled = privilege.replaceAll(/[_:]/g, '-');
      return fault(`verify-${name}-${spelled}`, [`intake.${clauseOf(spelled)}`], () =>
        onLines((line) => (line.includes(privilege) ? edit(line) : line)),
      );
    }),
  ),
  fault('key-limit-only-noted-in-the-log', ['intake.limit-bounds-unique-keys'], () =>
    onAnyReply(['events'], (reply) => (reply.status === 503 ? taken() : reply)),
  ),
  fault('key-limit-for-events-only', ['intake.limit-covers-configuration'], () =>
    onAnyReply(['configuration'], (reply) => (reply.status === 503 ? answer(200, {}) : reply)),
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
