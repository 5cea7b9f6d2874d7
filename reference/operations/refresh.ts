import { assignedReplicas } from '../store/index-service.ts';
import type { Operation } from './operation.ts';
import { done } from './operation.ts';
import { resolveOptions } from './targets.ts';

/** Makes all writes to indices visible to searches. */
export const refresh: Operation<'refresh'> = ({ path, query }, service) => {
  let total = 0;
  let successful = 0;
  for (const index of service.catalog.resolve(path.target, resolveOptions(query))) {
    const { number_of_shards, number_of_replicas } = index.settings;
    index.refresh();
    successful += number_of_shards * (1 + assignedReplicas(index));
    total += number_of_shards * (1 + number_of_replicas);
  }
  return done({ _shards: { total, successful, failed: 0 } });
};
