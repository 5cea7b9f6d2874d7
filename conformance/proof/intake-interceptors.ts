import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { runMethod, runPaths } from '../driver/intake.ts';
import type { Forward, Interceptor } from '../run/mutation.ts';
import { credentialIn } from './security-interceptors.ts';
import { answer, bodyOf, type Members, withBody } from './interceptors.ts';

/** What an intake is asked for, and what its command is run for. */
export type IntakeCall = 'events' | 'configuration' | 'verify' | 'start';

/** Which of them a request is; undefined for any other. */
export function intakeCallOf({ method, path, base_url }: WireRequest): IntakeCall | undefined {
  if (method === runMethod && path === runPaths.verify) return 'verify';
  if (method === runMethod && path === runPaths.start) return 'start';
  if (base_url === undefined) return undefined;
  if (path.startsWith('/intake/v2/events')) return 'events';
  return path.startsWith('/config/v1/agents') ? 'configuration' : undefined;
}

/** Answers one of these calls in the place of the intake. */
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

/** Changes every answer to one of these calls. */
export function onIntakeReply(
  calls: readonly IntakeCall[],
  edit: (response: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return inIntake(calls, async (request, forward) => edit(await forward(request), request));
}

/** Changes the settings with which an intake is started. */
export function onSettings(edit: (settings: Members) => Members): Interceptor {
  return inIntake(['start'], (request, forward) =>
    forward(withBody(request, edit(bodyOf(request)))),
  );
}

/** Changes each line that the command prints about a privilege; one that becomes undefined is not printed. */
export function onLines(edit: (line: string) => string | undefined): Interceptor {
  return onIntakeReply(['verify'], (response) => {
    const lines = Buffer.from(response.body).toString('utf8').split('\n');
    const edited = lines.map((line) => (line.includes('privilege') ? edit(line) : line));
    return withText(response, edited.filter((line) => line !== undefined).join('\n'));
  });
}

/** The same response with a text as its body. */
export function withText(response: WireResponse, text: string): WireResponse {
  return { ...response, body: Buffer.from(text, 'utf8') };
}

/** Events that were taken, the way most intakes say it. */
export function taken(): WireResponse {
  return { ...answer(202, {}), headers: {}, body: new Uint8Array() };
}

/** An agent that was turned away. */
export function turnedAway(status: number): WireResponse {
  return answer(status, { error: 'turned away' });
}

/** Who asks, by the credential; empty where there is none. */
export function agentOf(request: WireRequest): string {
  return credentialIn(request) ?? '';
}
