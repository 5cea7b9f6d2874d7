import {
  itemsOf,
  namedMember,
  otherMembers,
  schemaNodeAt,
  type SchemaNode,
  valuesOf,
} from '../../description/schema-node.ts';
import type { ValidRequest } from './valid-requests.ts';

/** The names and positions from the root of a body to one of its values. */
export type Way = readonly (string | number)[];

/** A value in the body of a request. */
export interface Place {
  readonly way: Way;
  readonly isObject: boolean;
  readonly node: SchemaNode;
}

/** Returns every value in the body of a request, the outer ones first; none without a body. */
export function placesOf({ operation, body }: ValidRequest): readonly Place[] {
  if (body === undefined) return [];
  const json = operation.requestMediaTypes.find((type) => type.mediaType === 'application/json');
  const node = json?.schemaUri === undefined ? [] : schemaNodeAt(json.schemaUri);
  return placesIn(body, [], node);
}

/** Returns the texts that the description lists for a place. */
export function listedAt(node: SchemaNode): readonly string[] {
  return valuesOf(node).filter((one) => typeof one === 'string');
}

function placesIn(value: unknown, way: Way, node: SchemaNode): readonly Place[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const own = { way, isObject, node };
  if (Array.isArray(value)) {
    const inner = itemsOf(node);
    return [own, ...value.flatMap((item, at) => placesIn(item, [...way, at], inner))];
  }
  if (!isObject) return [own];
  const below = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member, [...way, name], namedMember(node, name) ?? otherMembers(node)),
  );
  return [own, ...below];
}

/** Returns a value with another value at the end of a way; without it if `put` is undefined. */
export function replaced(
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
