import { parseJson, writeJson } from '../base/body.ts';
import { valueAt } from './json-path.ts';
import type { World } from './world.ts';

const numbers = /^(?:index\.)?number_of_(shards|replicas)$/;

/** The number of shards, and of replicas, of every index whose server has no settings for them. */
const only: Readonly<Record<string, number>> = { shards: 1, replicas: 0 };

/**
 * Returns a body that creates an index, or a template of one, as this target understands it. A target that does not
 * claim `shards` need not know the numbers of shards and replicas, so one shard without replicas is not asked for.
 */
export function creationFor(world: World, creation: string): string {
  if (world.profile.claims.has('shards')) return creation;
  return withoutCopies(world.expand(creation, 'json'));
}

/** Returns the body of the creation of an index without the settings for one shard and for no replicas. */
export function withoutCopies(creation: string): string {
  const parsed = parseJson(creation);
  const settings = valueAt(parsed, 'settings');
  if (typeof settings !== 'object' || settings === null) return creation;
  const others = Object.entries(settings).filter(([name, value]) => !isOnly(name, value));
  return writeJson({ ...(parsed as object), settings: Object.fromEntries(others) });
}

function isOnly(name: string, value: unknown): boolean {
  const [, kind = ''] = numbers.exec(name) ?? [];
  return kind !== '' && Number(value) === only[kind];
}
