import type { StepRequest } from '../../client/step-request.ts';
import type { ValidRequest } from './valid-requests.ts';

/** The names and positions from the root of a body to one of its values. */
export type Way = readonly (string | number)[];

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

/** Returns a value with another value, or without it, at the end of a way. */
function replaced(
  value: unknown,
  [name, ...rest]: Way,
  put: { readonly value: unknown } | undefined,
): unknown {
  if (name === undefined) return put?.value;
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    return items.flatMap((item, at) => {
      if (at !== name) return [item];
      return rest.length === 0 && put === undefined ? [] : [replaced(item, rest, put)];
    });
  }
  const members = Object.entries(value as object).filter(([key]) => key !== name);
  if (rest.length === 0 && put === undefined) return Object.fromEntries(members);
  const inner = replaced((value as Readonly<Record<string, unknown>>)[name], rest, put);
  // Unlike an assignment, this also makes a member with the name `__proto__`.
  return Object.fromEntries([...members, [name, inner]]);
}
