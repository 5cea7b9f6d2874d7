import type { Environment } from '../../base/environment.ts';
import { randomText } from '../../base/environment.ts';
import type { Journal } from '../../base/journal.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { createRegistry } from '../analysis/registry.ts';
import type { IndexMetadata, AliasOptions } from '../index-service.ts';
import type { DynamicTypes, Mapping } from '../mapping.ts';
import { usualDynamicTypes } from '../mapping.ts';
import { normalizeMapping } from '../mappings/merge-mapping.ts';
import { parseMapping } from '../mappings/parse-mapping.ts';
import { flatSettings, readIndexSettings } from '../settings/index-settings.ts';
import { readAliases } from './aliases.ts';
import type { IndexSettings } from '../settings/index-settings.ts';

/** The parts of a new index. */
export interface NewIndex {
  readonly name: string;
  /** The name in the request, if it differs from the name (date math). */
  readonly providedName?: string | undefined;
  readonly uuid: string;
  readonly settings: IndexSettings;
  /** The JSON of the mapping, as the client sent it. */
  readonly mapping: JsonObject;
  readonly aliases: ReadonlyMap<string, AliasOptions>;
  readonly metadata?: Partial<IndexMetadata>;
  readonly environment: Environment;
  /** Default: the usual types. */
  readonly dynamicTypes?: DynamicTypes | undefined;
  /** Default: a journal that stores nothing. */
  readonly journal?: Journal | undefined;
  /** Present if the index was restored; replaces `mapping`. */
  readonly before?: {
    readonly created_ms: number;
    readonly mapping: Mapping;
    readonly mappingNumber: number;
  };
}

const uuid_bytes = 16;

const creationMembers = ['settings', 'mappings', 'aliases'];

/** The settings, mappings and aliases of a new index. */
export interface Creation {
  readonly settings?: JsonValue | undefined;
  readonly mappings?: JsonObject | undefined;
  readonly aliases?: JsonValue | undefined;
}

/** What a server decides about each index that it creates, where a request may say something else or nothing. */
export interface IndexRules {
  /** Settings of an index that does not name them. */
  readonly settings?: JsonObject;
  /** Options of the mapping of an index that does not name them. */
  readonly mappings?: JsonObject;
  /** Settings that no request changes. */
  readonly fixed?: JsonObject;
  readonly dynamicTypes?: Partial<DynamicTypes>;
  /** Number of replicas of each primary that count as assigned, at most those of the index. Default: none. */
  readonly assignedReplicas?: number;
}

/** Returns the members of the body that creates an index. Throws parse_exception for an unknown member. */
export function readCreation(body: JsonValue = {}): Creation {
  if (!isJsonObject(body)) throw new ServiceError('parse_exception', 'the body must be an object');
  const unknown = Object.keys(body).find((key) => !creationMembers.includes(key));
  if (unknown !== undefined) {
    throw new ServiceError('parse_exception', `unknown key [${unknown}] for create index`);
  }
  const { settings, mappings = {}, aliases } = body;
  if (!isJsonObject(mappings)) {
    throw new ServiceError('parse_exception', 'key [mappings] must be an object');
  }
  if (settings === null)
    throw new ServiceError('parse_exception', 'key [settings] must be an object');
  return { settings, mappings, aliases };
}

/** Throws a ServiceError if no index could be created so. */
export function checkCreation({ settings, mappings = {}, aliases }: Creation): void {
  const read = readIndexSettings(settings);
  const limits = { total_fields: read.totalFieldsLimit, depth: read.depthLimit };
  const normal = normalizeMapping(mappings, limits.total_fields);
  parseMapping(normal, { registry: createRegistry(read.analysis), limits });
  readAliases(aliases);
}

/** Merges creations; later ones override earlier ones. */
export function composeCreations(parts: readonly Creation[]): Creation {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  const settings = new Map(parts.flatMap((part) => [...flatSettings(part.settings)]));
  return {
    settings: Object.fromEntries(settings),
    mappings: parts
      .map(({ mappings = {} }) => normalizeMapping(mappings))
      .reduce((below, above) => overlay(below, above), {}),
    aliases: parts
      .map(({ aliases }) => (isJsonObject(aliases) ? aliases : {}))
      .reduce((below, above) => ({ ...below, ...above }), {}),
  };
}

/** Returns a creation with the defaults of the server below it, and what no request changes above it. */
function underRules(creation: Creation, rules: IndexRules | undefined): Creation {
  if (rules === undefined) return creation;
  const { settings, mappings, fixed } = rules;
  return composeCreations([{ settings, mappings }, creation, { settings: fixed }]);
}

/** Returns the body of an update of settings with those that no request changes. */
export function withFixed(
  body: JsonValue | undefined,
  rules: IndexRules | undefined,
): JsonValue | undefined {
  if (rules?.fixed === undefined) return body;
  return { ...Object.fromEntries(flatSettings(body)), ...rules.fixed };
}

/** Fields of the upper mapping replace those of the lower one; objects are merged. */
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

/**
 * Returns the uuid of a new index and the parsed parts of its creation. Throws a ServiceError if the creation is
 * invalid.
 */
export function startOf(
  creation: Creation,
  environment: Environment,
  rules?: IndexRules,
): Pick<NewIndex, 'uuid' | 'settings' | 'mapping' | 'aliases' | 'dynamicTypes'> {
  const { settings, mappings = {}, aliases } = underRules(creation, rules);
  return {
    uuid: randomText(environment, uuid_bytes),
    settings: readIndexSettings(settings),
    mapping: mappings,
    aliases: readAliases(aliases),
    dynamicTypes: rules && { ...usualDynamicTypes, ...rules.dynamicTypes },
  };
}
