import type { MediaTypeDefinition, OperationDefinition } from '../../spec/operations.ts';
import {
  isExtra,
  itemsOf,
  memberNames,
  namedMember,
  otherMembers,
  schemaNodeAt,
  schemaNodeOf,
  type SchemaNode,
  shownIn,
  valuesOf,
} from './schema-node.ts';
import { mediaTypeFor, responseFor } from '../driver/openapi-check.ts';
import { partOf, partsOf, statusClass, type KnownExchange } from './exchange-parts.ts';
import { visitPlaces } from './json-places.ts';
import { requestDocument, responseDocument, type WireDocument } from './wire-documents.ts';

/** A place of an operation that the description shows. */
export interface DescribedPlace {
  readonly side: 'request' | 'response';
  /** `query/<name>` or `json/<pointer>`; `<place>=<value>` for a value that the description lists. */
  readonly place: string;
  /** The same for the same body of all operations; otherwise the id of the operation. */
  readonly owner: string;
}

/** Maximum number of segments of a pointer; deeper members belong to values that contain themselves. */
const maxSegments = 6;

/**
 * Returns the query parameters, the members of JSON bodies, and the values that the description lists for what a client
 * sends. Without what is marked `x-extra`.
 */
export function describedPlaces(operation: OperationDefinition): readonly DescribedPlace[] {
  const query = operation.queryParameters
    .filter((parameter) => !parameter.isExtra)
    .flatMap(({ name, schema }) =>
      withValues({ place: `query/${name}`, node: schemaNodeOf(schema) }),
    )
    .map((place) => ({ side: 'request', place, owner: operation.id }) as const);
  const sent = operation.requestMediaTypes.flatMap((type) =>
    membersIn(type, withValues).map(
      (place) => ({ side: 'request', place, owner: ownerOf(type) }) as const,
    ),
  );
  const received = operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ mediaTypes }) => mediaTypes)
    .flatMap((type) =>
      membersIn(type, ({ place }) => [place]).map(
        (place) => ({ side: 'response', place, owner: ownerOf(type) }) as const,
      ),
    );
  const all = [...query, ...sent, ...received];
  return [...new Map(all.map((one) => [`${one.side} ${one.place}`, one])).values()];
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

function withValues({ place, node }: DescribedMember): readonly string[] {
  const texts = valuesOf(node).filter((value) => typeof value === 'string');
  return [place, ...texts.map((value) => `${place}=${value}`)];
}

function membersIn(
  type: MediaTypeDefinition,
  shown: (member: DescribedMember) => readonly string[],
): readonly string[] {
  return describedMembers(type)
    .filter(({ place }) => !place.endsWith('/*'))
    .flatMap(shown);
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

/** Returns the places of the description that an exchange contains, each as `<owner> <side> <place>`. */
export function placesIn({ operation, request, response }: KnownExchange): readonly string[] {
  const parts = partsOf(operation, request)
    .flatMap((place) => [
      place,
      ...(partOf(request, place)?.split(',') ?? []).map((value) => `${place}=${value}`),
    ])
    .map((place) => `${operation.id} request ${place}`);
  const sentType = mediaTypeFor(operation.requestMediaTypes, request.headers['content-type']);
  const sent = placesInBody(requestDocument(operation, request), sentType, 'request');
  if (statusClass(response) !== '2xx') return [...parts, ...sent];
  const types = responseFor(operation, response.status)?.mediaTypes ?? [];
  const receivedType = mediaTypeFor(types, response.headers['content-type']);
  const received = placesInBody(responseDocument(operation, response), receivedType, 'response');
  return [...parts, ...sent, ...received];
}

/** The members of a document, as if it were written in JSON; with their values, and without the kinds of list items. */
function placesInBody(
  document: WireDocument | undefined,
  type: MediaTypeDefinition | undefined,
  side: 'request' | 'response',
): readonly string[] {
  if (document === undefined || type === undefined) return [];
  const found: string[] = [];
  visitPlaces(document.value, document.node, ({ place, value }) => {
    const member = `${ownerOf(type)} ${side} json${place.replaceAll(/\*:[a-z]+/g, '*')}`;
    found.push(member);
    if (typeof value === 'string' || typeof value === 'boolean') found.push(`${member}=${value}`);
  });
  return found;
}
