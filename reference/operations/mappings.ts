import type { Operation } from './operation.ts';
import { acknowledged, done } from './operation.ts';
import { resolveOptions } from './targets.ts';

/** Returns the mappings of indices. */
export const getMapping: Operation<'getMapping'> = ({ path, query }, service) => {
  const indices = service.catalog.resolve(path.target, resolveOptions(query));
  const mappings = indices.map(
    (index) => [index.name, { mappings: index.mapping.toJson() }] as const,
  );
  return done(Object.fromEntries(mappings));
};

/** Adds fields to the mappings of indices. */
export const putMapping: Operation<'putMapping'> = ({ path, query, body }, service) => {
  service.catalog.putMapping(path.target, body?.json(), resolveOptions(query));
  return acknowledged();
};
