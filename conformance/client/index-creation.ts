import { parseJson, writeJson } from '../base/body.ts';
import { valueAt } from './json-path.ts';
import type { World } from './world.ts';

/** The fields of numbered documents and of probes, so that no type is left to the server. */
const plainMappings = {
  properties: {
    n: { type: 'integer' },
    word: { type: 'keyword' },
    day: { type: 'date' },
  },
} as const;

const numbers = /^(?:index\.)?number_of_(shards|replicas)$/;

/** The number of shards, and of replicas, of every index whose server has no settings for them. */
const only: Readonly<Record<string, number>> = { shards: 1, replicas: 0 };

/**
 * Returns a body that creates an index, or a template of one, as this target understands it: with the fields of numbered
 * documents if it has no mappings. A target that does not claim `shards` need not know the numbers of shards and replicas,
 * so one shard without replicas is not asked for.
 */
export function creationFor(world: World, creation: string): string {
  const mapped = withMappings(world.expand(creation, 'json'));
  return world.profile.claims.has('shards') ? mapped : withoutCopies(mapped);
}

function withMappings(creation: string): string {
  const parsed = parseJson(creation);
  if (valueAt(parsed, 'mappings') !== undefined) return creation;
  return writeJson({ ...(parsed as object), mappings: plainMappings });
}

/** Returns the body of the creation of an index without the settings for one shard and for no replicas. */
export function withoutCopies(creation: string): string {
  const parsed = parseJson(creation);
  const settings = valueAt(parsed, 'settings');
  if (typeof settings !== 'object' || settings === null) return creation;
  const others = Object.entries(settings).filter(
    ([name, value]) => Number(value) !== only[numbers.exec(name)?.[1] ?? ''],
  );
  return writeJson({ ...(parsed as object), settings: Object.fromEntries(others) });
}
