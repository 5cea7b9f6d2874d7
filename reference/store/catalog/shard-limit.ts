import { validationError } from '../../base/service-error.ts';
import type { Index } from '../index-service.ts';
import type { IndexSettings } from '../settings/index-settings.ts';

/** The most shards of all indices together, replicas included, as lists of them are made in one turn. */
const maxShards = 3000;

/** Throws a validation error if new settings of some indices add shards, and then there are too many. */
export function checkShards(
  indices: ReadonlyMap<string, Index>,
  changes: readonly (readonly [Pick<Index, 'name'>, IndexSettings])[],
): void {
  const present = new Map(Array.from(indices, ([name, { settings }]) => [name, settings]));
  const before = shardCount(present);
  for (const [{ name }, settings] of changes) present.set(name, settings);
  const after = shardCount(present);
  if (after <= Math.max(before, maxShards)) return;
  throw validationError([
    `this action would add [${after - before}] shards, but this cluster currently has [${before}]/[${maxShards}] maximum normal shards open`,
  ]);
}

function shardCount(settings: ReadonlyMap<string, IndexSettings>): number {
  const counts = Array.from(
    settings.values(),
    (each) => each.number_of_shards * (1 + each.number_of_replicas),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
