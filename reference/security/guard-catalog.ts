import type { Environment } from '../base/environment.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { ServiceError } from '../base/service-error.ts';
import { resolveDateMath, splitExpression } from '../store/catalog/names.ts';
import type { Catalog } from '../store/catalog.ts';
import type { AliasAction, NameGuard } from '../store/catalog-types.ts';
import type { Index } from '../store/index-service.ts';
import { globMatcher } from '../base/wildcard.ts';
import type { Principal } from './principal.ts';
import type { ClusterPrivilege, IndexPrivilege } from './privileges/known-privileges.ts';
import { clusterPrivileges, indexPrivileges } from './privileges/known-privileges.ts';
import { unauthorised } from './refusals.ts';

/** An operation on indices and its caller. */
export interface GuardedUse {
  readonly principal: Principal;
  /** The name of the operation, for error messages. */
  readonly action: string;
  /** The caller needs one of these privileges on each name. */
  readonly privileges: readonly IndexPrivilege[];
}

/** Receives the names of indices, aliases and data streams whose content or existence is read. */
export type NoteNames = (names: Iterable<string>) => void;

/** Throws a ServiceError if the caller has none of these cluster privileges. */
export function requireCluster(
  principal: Principal,
  action: string,
  privileges: readonly ClusterPrivilege[],
): void {
  if (privileges.some((privilege) => principal.access.cluster(privilege))) return;
  const granting = privileges.flatMap((privilege) => clusterPrivileges.grantedBy(privilege));
  throw unauthorised(principal, { action, kind: 'cluster', privileges: [...new Set(granting)] });
}

/** Throws a ServiceError if there is no possible name of an index on which the caller has one of the privileges. */
export function requireSomeIndex(use: GuardedUse): void {
  const { principal, privileges } = use;
  if (privileges.some((privilege) => principal.access.someIndex(privilege))) return;
  throw refusal(use);
}

/** Throws a ServiceError if the caller has none of the privileges on a name. */
export function requireIndexPrivilege(use: GuardedUse, name: string): void {
  const { principal, privileges } = use;
  if (privileges.some((privilege) => principal.access.index(name, privilege))) return;
  throw refusal(use, [name]);
}

function refusal(
  { principal, action, privileges }: GuardedUse,
  indices?: readonly string[],
): ServiceError {
  const granting = privileges.flatMap((privilege) => indexPrivileges.grantedBy(privilege));
  return unauthorised(principal, {
    action,
    kind: 'index',
    privileges: [...new Set(granting)],
    ...(indices === undefined ? {} : { indices }),
  });
}

/**
 * Returns the catalog as the caller may see and change it. A name without the required privilege is refused, even if
 * the index does not exist; a pattern skips such names. `note` receives the names that are read.
 */
export function guardCatalog(
  catalog: Catalog,
  use: GuardedUse,
  { environment, note }: { readonly environment: Environment; readonly note: NoteNames },
): Catalog {
  const guard = guardOf(use);
  const plain = (name: string): string => resolveDateMath(name, environment.now());
  const requirePrivilege = (privilege: IndexPrivilege, name: string): void =>
    requireIndexPrivilege({ ...use, privileges: [privilege] }, name);
  // Not a spread, which would read the members that are computed.
  return Object.assign(readingOf(catalog, { guard, note, plain }), {
    create(name, body, options) {
      requirePrivilege('create_index', plain(name));
      for (const alias of aliasesIn(body)) requirePrivilege('manage', alias);
      return catalog.create(name, body, options);
    },
    createDataStream(name) {
      requirePrivilege('create_index', name);
      return catalog.createDataStream(name);
    },
    rollDataStream(name) {
      guard.require(name);
      return catalog.rollDataStream(name);
    },
    deleteDataStreams: (names) =>
      catalog.deleteDataStreams(names.flatMap((name) => streamsOf(name, catalog, guard))),
    delete: (expression, options) => catalog.delete(expression, { ...options, guard }),
    writeIndex(name) {
      const target = plain(name);
      const isStream = catalog.dataStreams.has(target);
      guard.require(target);
      const isThere =
        isStream || catalog.get(target) !== undefined || catalog.aliases().has(target);
      if (!isThere) requirePrivilege('auto_configure', target);
      return catalog.writeIndex(name);
    },
    putMapping: (expression, body, options) =>
      catalog.putMapping(expression, body, { ...options, guard }),
    updateSettings: (expression, body, options) =>
      catalog.updateSettings(expression, body, { ...options, guard }),
    updateAliases(actions) {
      const guards = { manage: guard, remove: guardOf({ ...use, privileges: ['delete_index'] }) };
      return catalog.updateAliases(actions.map((action) => guardedAction(action, catalog, guards)));
    },
    updateClusterSettings: () => refuseWhole(use),
    reset: () => refuseWhole(use),
  } satisfies Omit<Catalog, keyof Reading>);
}

type Reading = Pick<
  Catalog,
  'indices' | 'aliases' | 'dataStreams' | 'templates' | 'get' | 'resolve' | 'resolveSearch'
> &
  Pick<Catalog, 'singleIndex' | 'clusterSettings' | 'setting'>;

interface ReadingParts {
  readonly guard: NameGuard;
  readonly note: NoteNames;
  readonly plain: (name: string) => string;
}

function readingOf(catalog: Catalog, { guard, note, plain }: ReadingParts): Reading {
  const noteOwn = ({ metadata }: Index, names: readonly string[]): void =>
    note(names.map((name) => (guard.permits(name) ? name : (metadata.data_stream ?? name))));
  const noted = <Value>(named: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> => {
    note(named.keys());
    return named;
  };
  const resolveSearch: Catalog['resolveSearch'] = (expression, options) => {
    const found = catalog.resolveSearch(expression, { ...options, guard });
    for (const { index, names } of found) noteOwn(index, names);
    return found;
  };
  return {
    get indices() {
      const usable = [...catalog.indices].filter(([, index]) => mayUse(index, guard));
      for (const [name, index] of usable) noteOwn(index, [name]);
      return new Map(usable);
    },
    aliases: () => noted(permitted(catalog.aliases(), guard)),
    get dataStreams() {
      return noted(permitted(catalog.dataStreams, guard));
    },
    templates: catalog.templates,
    get(name) {
      const index = catalog.get(name);
      return index !== undefined && mayUse(index, guard) ? index : undefined;
    },
    resolve: (expression, options) => resolveSearch(expression, options).map(({ index }) => index),
    resolveSearch,
    singleIndex(name) {
      guard.require(plain(name));
      return catalog.singleIndex(name);
    },
    get clusterSettings() {
      return catalog.clusterSettings;
    },
    setting: (name) => catalog.setting(name),
  };
}

/** Resolves a pattern to the data streams that the caller may use. A plain name requires the privilege. */
function streamsOf(name: string, catalog: Catalog, guard: NameGuard): readonly string[] {
  const isPattern = name === '_all' || name.includes('*');
  if (!isPattern) guard.require(name);
  const matches = globMatcher(name === '_all' ? '*' : name);
  return isPattern ? [...permitted(catalog.dataStreams, guard).keys()].filter(matches) : [name];
}

function guardOf(use: GuardedUse): NameGuard {
  const { principal, privileges } = use;
  return {
    permits: (name) => privileges.some((privilege) => principal.access.index(name, privilege)),
    require: (name) => requireIndexPrivilege(use, name),
  };
}

/** Returns whether the caller may use an index. A privilege on a data stream includes its backing indices. */
function mayUse({ name, metadata }: Index, guard: NameGuard): boolean {
  const { data_stream } = metadata;
  return guard.permits(name) || (data_stream !== undefined && guard.permits(data_stream));
}

function permitted<Value>(
  named: ReadonlyMap<string, Value>,
  guard: NameGuard,
): ReadonlyMap<string, Value> {
  return new Map([...named].filter(([name]) => guard.permits(name)));
}

interface AliasGuards {
  readonly manage: NameGuard;
  readonly remove: NameGuard;
}

/** Resolves the patterns of an alias action to the indices that the caller may use. */
function guardedAction(
  action: AliasAction,
  catalog: Catalog,
  { manage, remove }: AliasGuards,
): AliasAction {
  const guard = action.kind === 'remove_index' ? remove : manage;
  const aliases = action.kind === 'remove_index' ? [] : action.aliases;
  for (const alias of aliases) guard.require(alias === '_all' ? '*' : alias);
  const isPattern = splitExpression(action.indices).some(
    (part) => part === '_all' || part.includes('*'),
  );
  const found = catalog.resolve(action.indices, { allow_no_indices: false, guard });
  return isPattern ? { ...action, indices: found.map(({ name }) => name).join(',') } : action;
}

function aliasesIn(body: JsonValue | undefined): readonly string[] {
  const aliases = isJsonObject(body) ? body['aliases'] : undefined;
  return isJsonObject(aliases) ? Object.keys(aliases) : [];
}

function refuseWhole({ principal, action }: GuardedUse): never {
  throw unauthorised(principal, { action, kind: 'cluster', privileges: ['manage', 'all'] });
}
