import type { Environment } from '../../base/environment.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { normalizeMapping } from '../mappings/merge-mapping.ts';
import type { NewIndex } from '../new-index.ts';
import { flatSettings, readIndexSettings } from '../settings/read-index-settings.ts';
import { readAliases } from './aliases.ts';

const creationMembers = ['settings', 'mappings', 'aliases'];

/** What an index starts with. */
export interface Creation {
  readonly settings: JsonValue | undefined;
  readonly mappings: JsonObject;
  readonly aliases: JsonValue | undefined;
}

/** Takes the body of the creation of an index; returns its members. Throws parse_exception for any other. */
export function readCreation(body: JsonValue | undefined): Creation {
  const given = body ?? {};
  if (!isJsonObject(given)) throw new ServiceError('parse_exception', 'the body must be an object');
  const unknown = Object.keys(given).find((key) => !creationMembers.includes(key));
  if (unknown !== undefined) {
    throw new ServiceError('parse_exception', `unknown key [${unknown}] for create index`);
  }
  const mappings = given['mappings'] ?? {};
  if (!isJsonObject(mappings)) {
    throw new ServiceError('parse_exception', 'key [mappings] must be an object');
  }
  return { settings: given['settings'], mappings, aliases: given['aliases'] };
}

/** Lays creations over each other; what a later one says counts. */
export function composeCreations(parts: readonly Creation[]): Creation {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  const settings = new Map(parts.flatMap((part) => [...flatSettings(part.settings)]));
  return {
    settings: Object.fromEntries(settings),
    mappings: parts
      .map(({ mappings }) => normalizeMapping(mappings))
      .reduce((below, above) => overlay(below, above), {}),
    aliases: parts
      .map(({ aliases }) => (isJsonObject(aliases) ? aliases : {}))
      .reduce((below, above) => ({ ...below, ...above }), {}),
  };
}

/** A field of the upper mapping takes the place of the lower one's; objects are laid over each other. */
function overlay(below: JsonObject, above: JsonObject): JsonObject {
  const { properties: lower } = below;
  const { properties: upper } = above;
  if (!isJsonObject(lower) || !isJsonObject(upper)) return { ...below, ...above };
  const properties = new Map(Object.entries(lower));
  for (const [name, field] of Object.entries(upper)) {
    const under = properties.get(name);
    const areObjects =
      isJsonObject(under) && isJsonObject(field) && 'properties' in under && 'properties' in field;
    properties.set(name, areObjects ? overlay(under, field) : field);
  }
  return { ...below, ...above, properties: Object.fromEntries(properties) };
}

/** Returns a new index its uuid, and what its creation says, read. Throws a ServiceError if that is wrong. */
export function startOf(
  { settings, mappings, aliases }: Creation,
  environment: Environment,
): Pick<NewIndex, 'uuid' | 'settings' | 'mapping' | 'aliases'> {
  return {
    uuid: Buffer.from(environment.randomBytes(16)).toString('base64url'),
    settings: readIndexSettings(settings),
    mapping: mappings,
    aliases: readAliases(aliases),
  };
}
