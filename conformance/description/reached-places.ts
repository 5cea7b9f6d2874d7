import type { MediaTypeDefinition } from '../../spec/operations.ts';
import { mediaTypeFor, responseFor } from '../driver/openapi-check.ts';
import { ownerOf } from './described-places.ts';
import { partOf, partsOf, statusClass, type KnownExchange } from './exchange-parts.ts';
import { visitPlaces } from './json-places.ts';
import { requestDocument, responseDocument, type WireDocument } from './wire-documents.ts';

/** Returns the places of the description that an exchange contains, each as `<owner> <side> <place>`. */
export function placesIn({ operation, request, response }: KnownExchange): readonly string[] {
  const parts = partsOf(operation, request).flatMap((place) => [
    place,
    ...(partOf(request, place)?.split(',') ?? []).map((value) => `${place}=${value}`),
  ]);
  const sentType = mediaTypeFor(operation.requestMediaTypes, request.headers['content-type']);
  const sent = membersIn(requestDocument(operation, request), sentType, 'request');
  if (statusClass(response) !== '2xx') return [...ofOperation(operation.id, parts), ...sent];
  const types = responseFor(operation, response.status)?.mediaTypes ?? [];
  const receivedType = mediaTypeFor(types, response.headers['content-type']);
  const received = membersIn(responseDocument(operation, response), receivedType, 'response');
  return [...ofOperation(operation.id, parts), ...sent, ...received];
}

function ofOperation(id: string, places: readonly string[]): readonly string[] {
  return places.map((place) => `${id} request ${place}`);
}

/** The members of a document, as if it were written in JSON; with their values, and without the kinds of list items. */
function membersIn(
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
