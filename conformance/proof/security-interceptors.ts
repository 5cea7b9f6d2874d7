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

/** Encodes the credential of a key as an agent sends it. */
export function encoded({ id, secret }: IdAndSecret): string {
  return Buffer.from(`${id}:${secret}`, 'utf8').toString('base64');
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

/** Returns the credential in the header `Authorization`; an empty string if there is none of this scheme. */
export function credentialOf(request: WireRequest, scheme = 'ApiKey'): string {
  const header = request.headers['authorization'] ?? '';
  return header.startsWith(`${scheme} `) ? header.slice(scheme.length + 1) : '';
}

/** Returns the id, or the name of the user, in this credential; an empty string if there is none. */
export function ownerOf(request: WireRequest, scheme?: string): string {
  const text = Buffer.from(credentialOf(request, scheme), 'base64').toString('utf8');
  return text.slice(0, Math.max(0, text.indexOf(':')));
}
