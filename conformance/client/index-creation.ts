import { parseJson, writeJson } from '../base/body.ts';
import { valueAt } from './json-path.ts';

const numbers = /^(?:index\.)?number_of_(?:shards|replicas)$/;

/** Returns the body of the creation of an index without the settings for its numbers of shards and replicas. */
export function withoutCopies(creation: string): string {
  const parsed = parseJson(creation);
  const settings = valueAt(parsed, 'settings');
  if (typeof settings !== 'object' || settings === null) return creation;
  const others = Object.entries(settings).filter(([name]) => !numbers.test(name));
  return writeJson({ ...(parsed as object), settings: Object.fromEntries(others) });
}
