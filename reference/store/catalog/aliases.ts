import { madeOnce } from '../../base/lazily.ts';
import type { Read } from '../../base/body.ts';
import { booleanOf, membersOf, objectOf, readMembers, stringOf } from '../../base/body.ts';
import type { JsonValue } from '../../base/json.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';
import type { AliasOptions, Index } from '../index-service.ts';
import { checkAliasName } from './names.ts';

type AliasesByIndex = ReadonlyMap<string, ReadonlyMap<string, AliasOptions>>;

/** The readers of the options of an alias. */
export const aliasReaders = {
  is_write_index: booleanOf,
  is_hidden: booleanOf,
  filter: objectOf,
  routing: stringOf,
  index_routing: stringOf,
  search_routing: stringOf,
};

/** Returns the options of an alias from what was read of them: `routing` is for what has no routing of its own. */
export function aliasOptions({ routing, ...read }: Read<typeof aliasReaders>): AliasOptions {
  const { is_write_index, is_hidden, filter } = read;
  const { index_routing = routing, search_routing = routing } = read;
  const options = { is_write_index, is_hidden, filter, index_routing, search_routing };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Parses `aliases` of the creation of an index (alias → options). */
export function readAliases(value: JsonValue = {}): ReadonlyMap<string, AliasOptions> {
  const aliases = membersOf({ value, text: '', path: [] }, 'aliases');
  return new Map(
    aliases.map(([name, options]) => {
      checkAliasName(name);
      return [name, aliasOptions(readMembers(options, `alias [${name}]`, aliasReaders))];
    }),
  );
}

/** The most aliases of all indices together: each request reads their names. */
const maxAliases = 20_000;

/**
 * Takes the aliases of all indices after a change; throws if there are too many, or an alias has two write indices, or the
 * same name as an index or one of the data streams.
 */
export function checkAliases(
  aliasesOf: AliasesByIndex,
  streams: ReadonlyMap<string, unknown>,
): void {
  const sizes = Array.from(aliasesOf.values(), ({ size }) => size);
  if (sizes.reduce((sum, size) => sum + size, 0) > maxAliases) {
    refuse(`all indices together may have at most [${maxAliases}] aliases`);
  }
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
  const isOnly = indices.length === 1;
  const writer = indices.find((index) => index.aliases.get(alias)?.is_write_index ?? isOnly);
  return (
    writer ??
    refuse(
      `no write index is defined for alias [${alias}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
    )
  );
}

/** Returns the indices of every alias, in the order of `indices`. */
export function collectAliases<Each extends Index>(
  indices: Iterable<Each>,
): ReadonlyMap<string, readonly Each[]> {
  const collected = new Map<string, Each[]>();
  for (const index of indices) {
    for (const alias of index.aliases.keys()) madeOnce(collected, alias, () => []).push(index);
  }
  return collected;
}
