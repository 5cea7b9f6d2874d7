import { loadOperations, type MediaTypeDefinition } from '../../../spec/operations.ts';
import { mediaTypeFor, responseFor } from '../../driver/openapi-check.ts';
import { derived } from '../../run/derived-mutation.ts';
import { describedPlaces, ownerOf } from './described-places.ts';
import { partOf, partsOf, statusClass } from './exchange-parts.ts';
import { visitPlaces } from './json-places.ts';
import type { KnownExchange } from './known-exchange.ts';
import type { DerivedTrial } from './space.ts';
import { requestDocument, responseDocument, type WireDocument } from './wire-documents.ts';

/**
 * Returns a mutation with the operator `unreached` for each place of the description that is in no exchange: whatever a
 * server does there, no scenario sees it. A member of a body is reached if any operation with the same body has it.
 */
export function unreachedPlaces(exchanges: Iterable<KnownExchange>): readonly DerivedTrial[] {
  const reached = new Set<string>();
  for (const exchange of exchanges) {
    for (const place of placesIn(exchange)) reached.add(place);
  }
  return loadOperations()
    .filter(({ isExtra }) => !isExtra)
    .flatMap((operation) =>
      describedPlaces(operation)
        .filter(({ owner, side, place }) => !reached.has(`${owner} ${side} ${place}`))
        .map(({ side, place }) => ({
          mutation: derived({ operation: operation.id, side, place, operator: 'unreached' }),
          scenarios: [],
        })),
    );
}

function placesIn({ operation, request, response }: KnownExchange): readonly string[] {
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
