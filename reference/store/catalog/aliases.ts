import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';
import type { AliasOptions, Index } from '../index-service.ts';
import { checkAliasName } from './names.ts';

type AliasesByIndex = ReadonlyMap<string, ReadonlyMap<string, AliasOptions>>;

const optionNames = [
  'is_write_index',
  'filter',
  'routing',
  'index_routing',
  'search_routing',
  'is_hidden',
];

/** Parses `aliases` of the creation of an index (alias → options). */
export function readAliases(json: JsonValue | undefined): ReadonlyMap<string, AliasOptions> {
  if (json === undefined) return new Map();
  if (!isJsonObject(json))
    throw new ServiceError('parse_exception', 'key [aliases] must be an object');
  return new Map(
    Object.entries(json).map(([name, options]) => {
      checkAliasName(name);
      return [name, readAliasOptions(options, name)];
    }),
  );
}

/** Parses the options of one alias; throws if one is unknown or has the wrong type. */
function readAliasOptions(json: JsonValue, name: string): AliasOptions {
  if (!isJsonObject(json)) return refuse(`alias [${name}] must be an object`);
  const unknown = Object.keys(json).find((key) => !optionNames.includes(key));
  if (unknown !== undefined) return refuse(`Unknown field [${unknown}] in alias [${name}]`);
  const filter = json['filter'];
  if (filter !== undefined && !isJsonObject(filter)) {
    return refuse(`failed to parse filter for alias [${name}]`);
  }
  const routing = readText(json, 'routing', name);
  const options: AliasOptions = {
    is_write_index: readBoolean(json, 'is_write_index', name),
    is_hidden: readBoolean(json, 'is_hidden', name),
    filter,
    index_routing: readText(json, 'index_routing', name) ?? routing,
    search_routing: readText(json, 'search_routing', name) ?? routing,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/**
 * Takes the aliases of all indices after a change; throws if an alias has two write indices, or the same name as an index
 * or one of the data streams.
 */
export function checkAliases(
  aliasesOf: AliasesByIndex,
  streams: ReadonlyMap<string, unknown>,
): void {
  const writers = new Map<string, string>();
  for (const [index, aliases] of aliasesOf) {
    for (const [alias, { is_write_index }] of aliases) {
      if (aliasesOf.has(alias) || streams.has(alias)) {
        throw new ServiceError(
          'invalid_alias_name_exception',
          `Invalid alias name [${alias}]: an index or data stream exists with the same name as the alias`,
        );
      }
      const other = writers.get(alias);
      if (is_write_index === true && other !== undefined) {
        refuse(
          `alias [${alias}] has more than one write index [${[other, index].sort().join(',')}]`,
        );
      }
      if (is_write_index === true) writers.set(alias, index);
    }
  }
}

/**
 * Takes an alias and its indices; returns the one that receives writes: the only one, or the one with is_write_index
 * (index.alias-write-index, index.alias-write-index-false). Throws illegal_argument_exception if there is none.
 */
export function writeIndexOf(alias: string, indices: readonly Index[]): Index {
  const [only] = indices;
  if (indices.length === 1 && only?.aliases.get(alias)?.is_write_index !== false && only)
    return only;
  const writer = indices.find((index) => index.aliases.get(alias)?.is_write_index === true);
  return (
    writer ??
    refuse(
      `no write index is defined for alias [${alias}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
    )
  );
}

function readText(json: JsonObject, key: string, alias: string): string | undefined {
  const value = json[key];
  if (value === undefined || typeof value === 'string') return value;
  return refuse(`[${key}] of alias [${alias}] must be a string`);
}

function readBoolean(json: JsonObject, key: string, alias: string): boolean | undefined {
  const value = json[key];
  return value === undefined || typeof value === 'boolean'
    ? value
    : refuse(`[${key}] of alias [${alias}] must be true or false`);
}

/** Returns the indices of every alias, in the order of `indices`. */
export function collectAliases<Each extends Index>(
  indices: Iterable<Each>,
): ReadonlyMap<string, readonly Each[]> {
  const collected = new Map<string, Each[]>();
  for (const index of indices) {
    for (const alias of index.aliases.keys()) {
      const members = collected.get(alias);
      if (members === undefined) collected.set(alias, [index]);
      else members.push(index);
    }
  }
  return collected;
}
