import { ServiceError } from '../../base/service-error.ts';
import type { Index } from '../index-service.ts';

/** Throws routing_missing_exception if the mapping requires routing and the request has none. */
export function checkRouting(
  { mapping, name, uuid }: Pick<Index, 'mapping' | 'name' | 'uuid'>,
  id: string,
  routing: string | undefined,
): void {
  if (!mapping.options.routingRequired || routing !== undefined) return;
  throw new ServiceError('routing_missing_exception', `routing is required for [${name}]/[${id}]`, {
    metadata: { index: name, index_uuid: uuid },
  });
}
