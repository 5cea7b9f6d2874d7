import type { StepRequest } from '../../client/step-request.ts';
import { replaced, type Way } from '../requests/places.ts';
import type { ValidRequest } from '../requests/valid-requests.ts';

/** How a wrong request differs from a valid one. */
export type Change =
  | { readonly kind: 'none' }
  | { readonly kind: 'member'; readonly at: Way; readonly value: unknown }
  | { readonly kind: 'absent'; readonly at: Way }
  | { readonly kind: 'parameter'; readonly name: string; readonly value: string }
  | { readonly kind: 'content-type'; readonly type: string }
  | { readonly kind: 'body'; readonly text: string };

/** Returns a valid request with one change. A member that does not exist is added. */
export function changed({ operation, path, body }: ValidRequest, change: Change): StepRequest {
  const method = operation.method.toUpperCase();
  const plain = { method, path, deliberate: true, ...(body === undefined ? {} : textOf(body)) };
  switch (change.kind) {
    case 'none':
      return plain;
    case 'member':
      return { ...plain, ...textOf(replaced(body, change.at, { value: change.value })) };
    case 'absent':
      return { ...plain, ...textOf(replaced(body, change.at, undefined)) };
    case 'parameter':
      return { ...plain, path: withParameter(path, change.name, change.value) };
    case 'content-type':
      return { ...plain, headers: { 'content-type': change.type } };
    case 'body':
      return { ...plain, body: change.text };
    default:
      return never(change);
  }
}

/** Describes a change in a few words, without the value of a member. */
export function titleOf(change: Change): string {
  switch (change.kind) {
    case 'none':
      return 'unchanged';
    case 'member':
      return `${change.at.join('.')} as ${JSON.stringify(change.value).slice(0, 60)}`;
    case 'absent':
      return `without ${change.at.join('.')}`;
    case 'parameter':
      return `?${change.name}=${change.value}`;
    case 'content-type':
      return `as ${change.type}`;
    case 'body':
      return `with the body ${change.text.slice(0, 60)}`;
    default:
      return never(change);
  }
}

function never(change: never): never {
  throw new Error(`no such change: ${JSON.stringify(change)}`);
}

function textOf(body: unknown): { readonly body: string } {
  return { body: JSON.stringify(body) };
}

function withParameter(path: string, name: string, value: string): string {
  const [pathname = '', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return `${pathname}?${parameters.toString()}`;
}
