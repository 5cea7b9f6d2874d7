import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  agentOf,
  agentRefusal,
  inIntake,
  onCommand,
  onIntakeReply,
  onLines,
  onVerify,
} from '../intake-interceptors.ts';
import { answer } from '../interceptors.ts';

const configPermits = 'intake.config-agent-read-permits';

const configNeeded = 'intake.config-agent-read-needed';

const command = 'intake.verify-command';

const yes = 'intake.verify-yes';

const negative = 'intake.verify-negative';

const privileges = ['config_agent:read', 'event:write', 'sourcemap:write'] as const;

const lineOf = (privilege: string): string =>
  `intake.verify-line-${privilege.replaceAll(/[_:]/g, '-')}`;

const confirmed = (privilege: string): string =>
  `Authorized for privilege "${privilege}"...: Yes\n`;

const allLines = privileges.map(lineOf);

/** Faults of the settings of the intake, and of the verification of secrets. */
export const intakeConfigurationFaults: readonly Fault[] = [
  {
    name: 'intake-gives-no-configuration',
    clauses: [configPermits],
    start: () => onIntakeReply(['configuration'], () => agentRefusal(403)),
  },
  {
    name: 'intake-has-no-path-for-configuration',
    clauses: [configPermits],
    start: () => onIntakeReply(['configuration'], () => agentRefusal(404)),
  },
  {
    name: 'intake-gives-configuration-by-post-only',
    clauses: [configPermits],
    start: () => byOneMethod('POST'),
  },
  {
    name: 'intake-gives-configuration-by-get-only',
    clauses: [configPermits],
    start: () => byOneMethod('GET'),
  },
  {
    name: 'intake-gives-configuration-under-any-key',
    clauses: [configNeeded],
    start: () =>
      onIntakeReply(['configuration'], (reply) => (reply.status === 403 ? answer(200, {}) : reply)),
  },
  {
    name: 'intake-gives-configuration-to-everybody',
    clauses: [configNeeded],
    start: () =>
      onIntakeReply(['configuration'], (reply, request) =>
        agentOf(request) === '' ? answer(200, {}) : reply,
      ),
  },
  {
    name: 'intake-gives-configuration-by-post-under-any-key',
    clauses: [configNeeded],
    start: () =>
      onIntakeReply(['configuration'], (reply, request) =>
        request.method === 'POST' && reply.status === 403 ? answer(200, {}) : reply,
      ),
  },
  {
    name: 'intake-fails-on-keys-without-config-agent-read',
    clauses: [configNeeded],
    start: () =>
      onIntakeReply(['configuration'], (reply) => (reply.status === 403 ? answer(500, {}) : reply)),
  },
  {
    name: 'verify-prints-nothing',
    clauses: [command, ...allLines, yes, negative],
    start: () => onVerify(() => ''),
  },
  {
    name: 'verify-unknown-as-a-command',
    clauses: [command, ...allLines, yes, negative],
    start: () =>
      onCommand(({ verify }) => ({
        async verify(credential) {
          const run = await verify(credential);
          return { ...run, exitCode: 1, output: 'unknown command "apikey"\n' };
        },
      })),
  },
  {
    name: 'verify-takes-no-credentials',
    clauses: [command, ...allLines, yes, negative],
    start: () => onCommand(({ verify }) => ({ verify: () => verify('none') })),
  },
  {
    name: 'verify-begins-otherwise',
    clauses: [command],
    start: () => onLines((line) => line.replace('Authorized for', 'Permitted to use')),
  },
  {
    name: 'verify-begins-in-small-letters',
    clauses: [command],
    start: () => onLines((line) => line.toLowerCase()),
  },
  {
    name: 'verify-indents-its-lines',
    clauses: [command],
    start: () => onLines((line) => `  ${line}`),
  },
  {
    name: 'verify-leaves-the-dots-out',
    clauses: [command],
    start: () => onLines((line) => line.replace('...', '')),
  },
  {
    name: 'verify-prints-two-dots',
    clauses: [command],
    start: () => onLines((line) => line.replace('...', '..')),
  },
  {
    name: 'verify-leaves-the-colon-out',
    clauses: [command],
    start: () => onLines((line) => line.replace('...:', '...')),
  },
  {
    name: 'verify-gives-no-answer',
    clauses: [command],
    start: () => onLines((line) => line.replace(/(\.\.\.:).*$/, '$1')),
  },
  {
    name: 'verify-names-no-privilege',
    clauses: [command, ...allLines],
    start: () => onLines((line) => line.replace(/ "?[a-z_]+:[a-z]+"?/, '')),
  },
  {
    name: 'verify-answers-in-json',
    clauses: [command, ...allLines],
    start: () => onVerify(() => '{"event:write":true}\n'),
  },
  ...privileges.flatMap((privilege): readonly Fault[] => [
    {
      name: `verify-says-nothing-of-${privilege.replaceAll(/[_:]/g, '-')}`,
      clauses: [lineOf(privilege)],
      start: () => onLines((line) => (line.includes(privilege) ? undefined : line)),
    },
    {
      name: `verify-says-twice-of-${privilege.replaceAll(/[_:]/g, '-')}`,
      clauses: [lineOf(privilege)],
      start: () => onLines((line) => (line.includes(privilege) ? `${line}\n${line}` : line)),
    },
    {
      name: `verify-never-confirms-${privilege.replaceAll(/[_:]/g, '-')}`,
      clauses: [yes],
      start: () =>
        onLines((line) => (line.includes(privilege) ? line.replace(/Yes$/, 'No') : line)),
    },
    {
      name: `verify-always-confirms-${privilege.replaceAll(/[_:]/g, '-')}`,
      clauses: [negative],
      start: () =>
        onLines((line) => (line.includes(privilege) ? line.replace(/No$/, 'Yes') : line)),
    },
  ]),
  {
    name: 'verify-turns-answers-round',
    clauses: [yes, negative],
    start: () =>
      onLines((line) =>
        line.endsWith('Yes') ? line.replace(/Yes$/, 'No') : line.replace(/No$/, 'Yes'),
      ),
  },
  {
    name: 'verify-says-true',
    clauses: [yes],
    start: () => onLines((line) => line.replace(/Yes$/, 'true').replace(/No$/, 'false')),
  },
  {
    name: 'verify-confirms-in-small-letters',
    clauses: [yes],
    start: () => onLines((line) => line.replace(/Yes$/, 'yes')),
  },
  {
    name: 'verify-ends-its-lines-with-the-reason',
    clauses: [yes],
    start: () => onLines((line) => line.replace(/(Yes|No)$/, '$1 (by its role)')),
  },
  {
    name: 'verify-confirms-what-no-key-has',
    clauses: [negative],
    start: () =>
      onVerify(({ exitCode, output }) =>
        exitCode === 0 ? output : privileges.map(confirmed).join(''),
      ),
  },
  {
    name: 'verify-denies-with-a-yes-at-the-end',
    clauses: [negative],
    start: () => onLines((line) => line.replace(/No$/, 'Not the word Yes')),
  },
];

function byOneMethod(method: string): Interceptor {
  return inIntake(['configuration'], (request, forward) =>
    request.method === method ? forward(request) : Promise.resolve(agentRefusal(405)),
  );
}
