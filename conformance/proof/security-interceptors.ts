import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { listOf, type Members, membersOf, answer } from './interceptors.ts';
import type { IntakeCommand } from '../driver/intake-command.ts';
import type { Interception, Interceptor } from '../run/mutation.ts';

/** The id and the secret of an API key. */
export interface IdAndSecret {
  readonly id: string;
  readonly secret: string;
}

/** Returns the entries of `applications` in all roles of a request that creates a key. */
export function entriesOfKey(body: Members): readonly Members[] {
  return Object.values(membersOf(body['role_descriptors'])).flatMap((role) =>
    listOf(membersOf(role)['applications']).map(membersOf),
  );
}

/** Returns the credential after a scheme in the header `Authorization`; undefined for other schemes. */
export function credentialIn(request: WireRequest, scheme = 'ApiKey'): string | undefined {
  const header = request.headers['authorization'] ?? '';
  return header.startsWith(`${scheme} `) ? header.slice(scheme.length + 1) : undefined;
}

/** Encodes the credential of a key as an agent sends it. */
export function encoded({ id, secret }: IdAndSecret): string {
  return Buffer.from(`${id}:${secret}`, 'utf8').toString('base64');
}

/** Decodes the id and the secret of a credential; undefined if it contains no colon. */
export function pairIn(credential: string): IdAndSecret | undefined {
  const text = Buffer.from(credential, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** Returns the id and the secret in the header `Authorization`; undefined if it does not contain both. */
export function pairOf(request: WireRequest, scheme?: string): IdAndSecret | undefined {
  const credential = credentialIn(request, scheme);
  return credential === undefined ? undefined : pairIn(credential);
}

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
