import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { IntakeCommand } from '../driver/intake-command.ts';
import type { Interception, Interceptor } from '../run/mutation.ts';
import { credentialIn } from './security-interceptors.ts';
import { answer } from './interceptors.ts';

/** Replaces parts of the intake command. */
export function onCommand(
  replace: (command: IntakeCommand) => Partial<IntakeCommand>,
): Interception {
  const intercept: Interceptor = (request, forward) => forward(request);
  return { intercept, wrapCommand: (command) => ({ ...command, ...replace(command) }) };
}

/** Changes each line about a privilege in the output of a verification; undefined removes the line. */
export function onLines(edit: (line: string) => string | undefined): Interception {
  return onCommand(({ verify }) => ({
    async verify(credential) {
      const run = await verify(credential);
      const edited = run.output
        .split('\n')
        .map((line) => (line.includes('privilege') ? edit(line) : line));
      return { ...run, output: edited.filter((line) => line !== undefined).join('\n') };
    },
  }));
}

/** Creates the response of most intakes to accepted events: 202 without a body. */
export function taken(): WireResponse {
  return { ...answer(202, {}), headers: {}, body: new Uint8Array() };
}

/** Returns the credential of the agent that sent a request; an empty string if there is none. */
export function agentOf(request: WireRequest): string {
  return credentialIn(request) ?? '';
}
