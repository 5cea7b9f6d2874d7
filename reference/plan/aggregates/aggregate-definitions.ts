import type { AggregateDefinition } from './definition.ts';

/** Every aggregate, in the order of its description. */
export const aggregateDefinitions: readonly AggregateDefinition[] = [];
