import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { CommandRun, IntakeCommand } from '../driver/intake-command.ts';
import type { Forward, Interception, Interceptor } from '../run/mutation.ts';
import { credentialIn } from './security-interceptors.ts';
import { answer, type Members } from './interceptors.ts';

/** The calls of an intake. */
export type IntakeCall = 'events' | 'configuration';

/** The call of the intake that a request is; undefined for a request to the target. */
export function intakeCallOf({ path, base_url }: WireRequest): IntakeCall | undefined {
  if (base_url === undefined) return undefined;
  if (path.startsWith('/intake/v2/events')) return 'events';
  return path.startsWith('/config/v1/agents') ? 'configuration' : undefined;
}

/** Answers these calls in place of the intake. */
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

/** Replaces parts of the command of the intake; requests are forwarded unless there is an interceptor for them. */
export function onCommand(
  replace: (command: IntakeCommand) => Partial<IntakeCommand>,
  intercept: Interceptor = (request, forward) => forward(request),
): Interception {
  return { intercept, wrapCommand: (command) => ({ ...command, ...replace(command) }) };
}

/** Changes the settings with which an intake is started. */
export function onSettings(edit: (settings: Members) => Members): Interception {
  return onCommand(({ start }) => ({ start: (settings) => start(edit(settings)) }));
}

/** Changes what the verification of a credential prints. */
export function onVerify(edit: (run: CommandRun) => string): Interception {
  return onCommand(({ verify }) => ({
    async verify(credential) {
      const run = await verify(credential);
      return { ...run, output: edit(run) };
    },
  }));
}

/** Changes each line that the verification prints about a privilege; a line that becomes undefined is not printed. */
export function onLines(edit: (line: string) => string | undefined): Interception {
  return onVerify(({ output }) => {
    const edited = output
      .split('\n')
      .map((line) => (line.includes('privilege') ? edit(line) : line));
    return edited.filter((line) => line !== undefined).join('\n');
  });
}

/** The response of most intakes to accepted events. */
export function taken(): WireResponse {
  return { ...answer(202, {}), headers: {}, body: new Uint8Array() };
}

/** The response to a refused agent. */
export function turnedAway(status: number): WireResponse {
  return answer(status, { error: 'turned away' });
}

/** The credential of the request; empty if there is none. */
export function agentOf(request: WireRequest): string {
  return credentialIn(request) ?? '';
}
