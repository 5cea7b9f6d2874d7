import type { AggregateDefinition } from './definition.ts';
import { collectionDefinitions } from './collection-definitions.ts';
import { numberDefinitions } from './number-definitions.ts';

/** All aggregates, in the order in which README.md lists them. */
export const aggregateDefinitions: readonly AggregateDefinition[] = [
  ...numberDefinitions,
  ...collectionDefinitions,
];
