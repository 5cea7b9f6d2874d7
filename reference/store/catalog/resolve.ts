import { madeOnce } from '../../base/lazily.ts';
import { at } from '../../base/assert.ts';
import { refuse } from '../../base/service-error.ts';
import type { ResolvedIndex, ResolveOptions } from '../catalog-types.ts';
import type { Index } from '../index-service.ts';
import type { MatchBudget } from '../../base/wildcard.ts';
import { globMatcher } from '../../base/wildcard.ts';
import { indexNotFound, invalidIndexName, resolveDateMath, splitExpression } from './names.ts';

/** The names that expressions are resolved against. */
export interface Names {
  readonly indices: ReadonlyMap<string, Index>;
  /** Indices of each alias. */
  readonly aliases: ReadonlyMap<string, readonly Index[]>;
  /** Indices of each data stream. */
  readonly streams: ReadonlyMap<string, readonly Index[]>;
  readonly now_ms: number;
  /** What the patterns of all expressions may take together. */
  readonly budget: MatchBudget;
}

/** How an expression selects an index: by its own name, or by aliases. */
interface Reached {
  byName: boolean;
  readonly aliases: Set<string>;
}

type Found = Map<Index, Reached>;

/**
 * Takes an index expression (undefined, `_all`, names, aliases, wildcards, `-exclusions`, date math, commas); returns
 * the indices it matches, ascending by name, and the filters and routing of the aliases (index.alias-searchable,
 * index.data-stream-searchable). Throws index_not_found_exception and invalid_index_name_exception.
 */
export function resolveExpression(
  expression: string | undefined,
  names: Names,
  options: ResolveOptions,
): readonly ResolvedIndex[] {
  const found: Found = new Map();
  const parts = splitExpression(
    expression === undefined || expression === '' ? '_all' : expression,
  );
  const search = { names, found, options };
  let sawWildcard = false;
  for (const part of parts.map((text) => resolveDateMath(text, names.now_ms))) {
    const isPattern = part === '_all' || part.includes('*');
    if (part.startsWith('-') && sawWildcard) exclude(part.slice(1), search);
    else if (isPattern) addPattern(part, search);
    else addName(part, search);
    sawWildcard ||= isPattern;
  }
  if (found.size === 0 && options.allow_no_indices === false) {
    throw indexNotFound(expression ?? '_all');
  }
  return [...found]
    .sort(([a], [b]) => (a.name < b.name ? -1 : 1))
    .map(([index, reached]) => describe(index, reached));
}

/**
 * Returns the index with a name, or the only index of an alias or data stream. Throws index_not_found_exception, and
 * illegal_argument_exception if there is more than one.
 */
export function onlyIndex(name: string, { indices, aliases, streams }: Names): Index {
  const index = indices.get(name);
  if (index !== undefined) return index;
  const members = aliases.get(name) ?? streams.get(name);
  if (members === undefined) throw indexNotFound(name);
  if (members.length === 1) return at(members, 0);
  const list = members.map((member) => member.name).join(', ');
  return refuse(
    `alias [${name}] has more than one index associated with it [${list}], can't execute a single index op`,
  );
}

interface Search {
  readonly names: Names;
  readonly found: Found;
  readonly options: ResolveOptions;
}

function addName(name: string, { names, found, options }: Search): void {
  if (name.startsWith('_')) throw invalidIndexName(name, "must not start with '_'.");
  const index = names.indices.get(name);
  requireName(name, index, options);
  const members = names.aliases.get(name) ?? names.streams.get(name);
  if (index !== undefined) reach(found, index).byName = true;
  else if (members !== undefined) {
    for (const member of members) reach(found, member).aliases.add(name);
  } else if (options.ignore_unavailable !== true) throw indexNotFound(name);
}

/** Requires permission for a name; permission for a data stream includes its backing indices. */
function requireName(name: string, index: Index | undefined, { guard }: ResolveOptions): void {
  const stream = index?.metadata.data_stream;
  if (stream === undefined || guard?.permits(stream) !== true) guard?.require(name);
}

function addPattern(pattern: string, search: Search): void {
  const { found, options } = search;
  const expand = options.expand_wildcards ?? ['open'];
  const sizeBefore = found.size;
  if (expand.includes('open') || expand.includes('all')) {
    addMatching(pattern, expand.includes('hidden') || expand.includes('all'), search);
  }
  if (found.size === sizeBefore && options.allow_no_indices === false) throw indexNotFound(pattern);
}

function addMatching(pattern: string, hidden: boolean, { names, found, options }: Search): void {
  const { guard } = options;
  const isAll = pattern === '_all' || /^\*+$/.test(pattern);
  const fits = globMatcher(isAll ? '*' : pattern, names.budget);
  const matches = (name: string): boolean => fits(name) && (guard?.permits(name) ?? true);
  const showsHidden = hidden || (pattern.startsWith('.') && pattern !== '.*');
  const isShown = (index: Index): boolean => showsHidden || !isHidden(index);
  for (const index of names.indices.values()) {
    if (isShown(index) && matches(index.name)) reach(found, index).byName = true;
  }
  // Of all indices, those that are hidden stay so behind an alias.
  const aliases = [...names.aliases].map(
    ([name, members]) => [name, isAll ? members.filter(isShown) : members] as const,
  );
  for (const [name, members] of [...aliases, ...names.streams]) {
    if (!matches(name)) continue;
    for (const member of members) reach(found, member).aliases.add(name);
  }
}

function exclude(pattern: string, { names, found }: Search): void {
  const matches = globMatcher(pattern, names.budget);
  for (const [index, { aliases }] of found) {
    if (matches(index.name) || [...aliases].some(matches)) found.delete(index);
  }
}

function reach(found: Found, index: Index): Reached {
  return madeOnce(found, index, () => ({ byName: false, aliases: new Set() }));
}

function describe(index: Index, { byName, aliases }: Reached): ResolvedIndex {
  const options = byName ? [] : [...aliases].map((alias) => index.aliases.get(alias));
  const filters = options.map((option) => option?.filter);
  const routings = options.map((option) => option?.search_routing);
  // An alias without filter (or routing) selects everything, so those of the others have no effect.
  return {
    index,
    names: byName ? [index.name] : [...aliases],
    filters: filters.every((filter) => filter !== undefined) ? filters : [],
    routing: routings.every((routing) => routing !== undefined)
      ? routings.flatMap((text) => text.split(','))
      : [],
  };
}

/** True if wildcards skip the index by default. */
export function isHidden(index: Index): boolean {
  return index.settings.flat.get('index.hidden') === 'true';
}
