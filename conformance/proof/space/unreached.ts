import { loadOperations } from '../../../spec/operations.ts';
import { describedPlaces } from '../../description/described-places.ts';
import type { KnownExchange } from '../../description/exchange-parts.ts';
import { placesIn } from '../../description/reached-places.ts';
import { derived } from '../../run/mutation.ts';
import type { DerivedTrial } from './space.ts';

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
