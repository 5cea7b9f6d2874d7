import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { CommandRun, IntakeCommand } from '../driver/intake-command.ts';
import type { Forward, Interception, Interceptor } from '../run/mutation.ts';
import { credentialIn } from './security-interceptors.ts';
import { answer } from './interceptors.ts';

/** The requests that an intake serves. */
export type IntakeCall = 'events' | 'configuration';

/** Returns the kind of a request to the intake; undefined for a request to the target. */
export function intakeCallOf({ path, base_url }: WireRequest): IntakeCall | undefined {
  if (base_url === undefined) return undefined;
  if (path.startsWith('/intake/v2/events')) return 'events';
  return path.startsWith('/config/v1/agents') ? 'configuration' : undefined;
}

/** Answers requests of these calls in place of the intake. */
export function inIntake(
  calls: readonly IntakeCall[],
  answerTo: (request: WireRequest, forward: Forward) => Promise<WireResponse>,
): Interceptor {
  return (request, forward) => {
    const call = intakeCallOf(request);
    return call !== undefined && calls.includes(call)
      ? answerTo(request, forward)
      : forward(request);
  };
}

/** Changes every response to these calls. */
export function onIntakeReply(
  calls: readonly IntakeCall[],
  edit: (response: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return inIntake(calls, async (request, forward) => edit(await forward(request), request));
}

/** Replaces parts of the intake command. Requests are forwarded unchanged unless `intercept` is given. */
export function onCommand(
  replace: (command: IntakeCommand) => Partial<IntakeCommand>,
  intercept: Interceptor = (request, forward) => forward(request),
): Interception {
  return { intercept, wrapCommand: (command) => ({ ...command, ...replace(command) }) };
}

/** Changes the output of the verification of a credential. */
export function onVerify(edit: (run: CommandRun) => string): Interception {
  return onCommand(({ verify }) => ({
    async verify(credential) {
      const run = await verify(credential);
      return { ...run, output: edit(run) };
    },
  }));
}

/** Changes each line about a privilege in the output of a verification; undefined removes the line. */
export function onLines(edit: (line: string) => string | undefined): Interception {
  return onVerify(({ output }) => {
    const edited = output
      .split('\n')
      .map((line) => (line.includes('privilege') ? edit(line) : line));
    return edited.filter((line) => line !== undefined).join('\n');
  });
}

/** Creates the response of most intakes to accepted events: 202 without a body. */
export function taken(): WireResponse {
  return { ...answer(202, {}), headers: {}, body: new Uint8Array() };
}

/** Creates the response to a refused agent. */
export function agentRefusal(status: number): WireResponse {
  return answer(status, { error: 'refused' });
}

/** Returns the credential of the agent that sent a request; an empty string if there is none. */
export function agentOf(request: WireRequest): string {
  return credentialIn(request) ?? '';
}
