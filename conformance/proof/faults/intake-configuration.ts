import type { Fault, Interceptor } from '../../run/mutation.ts';
import { agentOf, inIntake, onIntakeReply, agentRefusal } from '../intake-interceptors.ts';
import { answer } from '../interceptors.ts';

const configPermits = 'intake.config-agent-read-permits';
const configNeeded = 'intake.config-agent-read-needed';

/** Faults of the access to the configuration of agents. */
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
];

function byOneMethod(method: string): Interceptor {
  return inIntake(['configuration'], (request, forward) =>
    request.method === method ? forward(request) : Promise.resolve(agentRefusal(405)),
  );
}
