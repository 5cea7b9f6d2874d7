import type { MediaTypeDefinition, OperationDefinition } from '../../spec/operations.ts';
import {
  isExtra,
  itemsOf,
  memberNames,
  namedMember,
  otherMembers,
  schemaNodeAt,
  type SchemaNode,
  shownIn,
} from './schema-node.ts';
import { mediaTypeFor, responseFor } from '../driver/openapi-check.ts';
import { statusClass, type KnownExchange } from './exchange-parts.ts';
import { visitPlaces } from './json-places.ts';
import { responseDocument } from './wire-documents.ts';

/** Maximum number of segments of a pointer; deeper members belong to values that contain themselves. */
const maxSegments = 6;

/** Returns the members of the bodies that an operation answers with, and for each the place that `receivedIn` returns. */
export function receivedPlaces({
  responses,
}: OperationDefinition): readonly (readonly [place: string, found: string])[] {
  const types = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ mediaTypes }) => mediaTypes);
  return types.flatMap((type) =>
    describedMembers(type)
      .filter(({ place }) => !place.endsWith('/*'))
      .map(({ place }) => [place, `${ownerOf(type)} ${place}`] as const),
  );
}

/** Returns what all bodies with the same schema have in common: the reference to it, or where it stands. */
export function ownerOf({ schemaUri }: MediaTypeDefinition): string {
  if (schemaUri === undefined) return '';
  const [schema] = schemaNodeAt(schemaUri);
  const reference = schema?.['$ref'];
  return typeof reference === 'string' ? reference : schemaUri;
}

/** A value inside a body: a member, an item of a list, or a member that the description does not name. */
export interface DescribedMember {
  /** `json/<pointer>`; the last two end with `*`. */
  readonly place: string;
  readonly node: SchemaNode;
}

/** Returns everything that the description shows inside a body in JSON; nothing for other media types. */
export function describedMembers({
  mediaType,
  schemaUri,
}: MediaTypeDefinition): readonly DescribedMember[] {
  if (schemaUri === undefined || !/\bjson$/.test(mediaType)) return [];
  return membersBelow({ place: 'json', node: schemaNodeAt(schemaUri) }, new Set());
}

/** Returns the described members below a place; a schema is entered once on each way, as it may contain itself. */
function membersBelow(
  { place, node: described }: DescribedMember,
  entered: ReadonlySet<unknown>,
): readonly DescribedMember[] {
  const node = shownIn(described);
  const [schema] = node;
  if (schema === undefined || entered.has(schema)) return [];
  if (place.split('/').length > maxSegments) return [];
  const inside = new Set([...entered, schema]);
  const named = memberNames(node).flatMap((name) => {
    const member = namedMember(node, name);
    if (member === undefined || isExtra(member)) return [];
    const found = { place: `${place}/${name}`, node: member };
    return [found, ...membersBelow(found, inside)];
  });
  const unnamed = [itemsOf(node), otherMembers(node)].flatMap((inner) => {
    const found = { place: `${place}/*`, node: inner };
    return inner.length === 0 ? [] : [found, ...membersBelow(found, inside)];
  });
  return [...named, ...unnamed];
}

/**
 * Returns the members of the body of an answer, as if it were written in JSON: each as `<owner> <place>`, so that it is the same
 * for all operations with the same body, and without the kinds of list items.
 */
export function receivedIn({ operation, response }: KnownExchange): readonly string[] {
  const types = responseFor(operation, response.status)?.mediaTypes ?? [];
  const type = mediaTypeFor(types, response.headers['content-type']);
  const document = responseDocument(operation, response);
  if (statusClass(response) !== '2xx' || document === undefined || type === undefined) return [];
  const found: string[] = [];
  visitPlaces(document.value, document.node, ({ place }) => {
    found.push(`${ownerOf(type)} json${place.replaceAll(/\*:[a-z]+/g, '*')}`);
  });
  return found;
}
