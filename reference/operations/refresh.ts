import { assignedReplicas } from '../store/index-service.ts';
import type { Operation, Reply } from './operation.ts';
import { done } from './operation.ts';
import type { Service } from './service.ts';
import type { TargetParameters } from './targets.ts';
import { resolveOptions } from './targets.ts';

export const refreshAll: Operation<'refreshAll'> = ({ query }, service) =>
  refreshTarget(undefined, query, service);

export const refreshAllByGet: Operation<'refreshAllByGet'> = ({ query }, service) =>
  refreshTarget(undefined, query, service);

export const refresh: Operation<'refresh'> = ({ path, query }, service) =>
  refreshTarget(path.target, query, service);

export const refreshByGet: Operation<'refreshByGet'> = ({ path, query }, service) =>
  refreshTarget(path.target, query, service);

function refreshTarget(
  target: string | undefined,
  query: TargetParameters,
  service: Service,
): Reply {
  let total = 0;
  let successful = 0;
  for (const index of service.catalog.resolve(target, resolveOptions(query))) {
    const { number_of_shards, number_of_replicas } = index.settings;
    index.refresh();
    successful += number_of_shards * (1 + assignedReplicas(index));
    total += number_of_shards * (1 + number_of_replicas);
  }
  return done({ _shards: { total, successful, failed: 0 } });
}
