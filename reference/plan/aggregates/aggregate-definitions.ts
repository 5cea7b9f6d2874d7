import type { AggregateDefinition } from './definition.ts';
import { collectionDefinitions } from './collection-definitions.ts';
import { numberDefinitions } from './number-definitions.ts';

/** Every aggregate, in the order of its description. */
export const aggregateDefinitions: readonly AggregateDefinition[] = [
  ...numberDefinitions,
  ...collectionDefinitions,
];
