import type { Operation, OperationRequest, Reply } from './operation.ts';
import { acknowledged, done } from './operation.ts';
import type { Service } from './service.ts';
import type { TargetParameters } from './targets.ts';
import { resolveOptions } from './targets.ts';

export const getAllMappings: Operation<'getAllMappings'> = ({ query }, service) =>
  mappingsOf(undefined, query, service);

export const getMapping: Operation<'getMapping'> = ({ path, query }, service) =>
  mappingsOf(path.target, query, service);

export const putMapping: Operation<'putMapping'> = (request, service) => change(request, service);

export const putMappingByPost: Operation<'putMappingByPost'> = (request, service) =>
  change(request, service);

function mappingsOf(target: string | undefined, query: TargetParameters, service: Service): Reply {
  const indices = service.catalog.resolve(target, resolveOptions(query));
  const mappings = indices.map(
    (index) => [index.name, { mappings: index.mapping.toJson() }] as const,
  );
  return done(Object.fromEntries(mappings));
}

function change(
  { path, query, body }: OperationRequest<'putMapping' | 'putMappingByPost'>,
  service: Service,
): Reply {
  service.catalog.putMapping(path.target, body?.json(), resolveOptions(query));
  return acknowledged();
}
