import type { JsonObject, JsonValue } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import { globMatcher } from '../base/wildcard.ts';
import type { AliasOptions, Index } from '../store/index-service.ts';
import { parseAliasActions, parseAliasOptions } from './parse-aliases.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import { acknowledged, done, presence } from './operation.ts';
import type { Service } from './service.ts';
import type { TargetParameters } from './targets.ts';
import { resolveOptions, splitList } from './targets.ts';

interface AliasTarget {
  readonly target?: string | undefined;
  readonly name?: string | undefined;
}

/** index.alias-changes: aliases change all together or not at all; the contexts of an index that is removed on the way go with it. */
export const updateAliases: Operation<'updateAliases'> = ({ body }, service) => {
  const actions = parseAliasActions(body?.json(), body?.text() ?? '');
  const before = [...service.catalog.indices.values()];
  service.catalog.updateAliases(actions);
  for (const { uuid, name } of before) {
    if (service.catalog.get(name)?.uuid !== uuid) service.contexts.indexRemoved(uuid, name);
  }
  return acknowledged();
};

export const putAlias: Operation<'putAlias'> = (request, service) => addAlias(request, service);

export const putAliasByPost: Operation<'putAliasByPost'> = (request, service) =>
  addAlias(request, service);

export const deleteAlias: Operation<'deleteAlias'> = ({ path }, service) => {
  const aliases = splitList(path.name);
  const action = { kind: 'remove', indices: path.target, aliases, must_exist: true } as const;
  service.catalog.updateAliases([action]);
  return acknowledged();
};

export const getAllAliases: Operation<'getAllAliases'> = ({ query }, service) =>
  aliasesOf({}, query, service);

export const getAliasByName: Operation<'getAliasByName'> = ({ path, query }, service) =>
  aliasesOf(path, query, service);

export const getAliasesOfTarget: Operation<'getAliasesOfTarget'> = ({ path, query }, service) =>
  aliasesOf(path, query, service);

export const getAlias: Operation<'getAlias'> = ({ path, query }, service) =>
  aliasesOf(path, query, service);

export const aliasExists: Operation<'aliasExists'> = ({ path, query }, service) =>
  presence(findAliases(path, query, service).size > 0);

export const aliasOfTargetExists: Operation<'aliasOfTargetExists'> = ({ path, query }, service) =>
  presence(findAliases(path, query, service).size > 0);

/** Gives the aliases of an index as an answer holds them. */
export function renderAliases(
  aliases: ReadonlyMap<string, AliasOptions>,
): Readonly<Record<string, AliasOptions>> {
  return Object.fromEntries(aliases);
}

function addAlias(
  { path, body }: OperationRequest<'putAlias' | 'putAliasByPost'>,
  service: Service,
): Reply {
  const given: JsonValue = body?.json() ?? ({} satisfies JsonObject);
  const options = parseAliasOptions({ value: given, text: body?.text() ?? '', path: [] });
  const aliases = splitList(path.name);
  service.catalog.updateAliases([{ kind: 'add', indices: path.target, aliases, options }]);
  return acknowledged();
}

/** A name without `*` that no index has as an alias is told, beside those that were found. */
function aliasesOf(wanted: AliasTarget, query: TargetParameters, service: Service): Reply {
  const found = findAliases(wanted, query, service);
  const names = new Set([...found.values()].flatMap((aliases) => [...aliases.keys()]));
  const missing = splitList(wanted.name).filter((name) => isPlain(name) && !names.has(name));
  const body = Object.fromEntries(
    [...found].map(([index, aliases]) => [index, { aliases: renderAliases(aliases) }]),
  );
  if (missing.length === 0) return done(body);
  const noun = missing.length === 1 ? 'alias' : 'aliases';
  if (found.size > 0) {
    return {
      outcome: 'absent',
      body: { error: `${noun} [${missing.join(',')}] missing`, ...body },
    };
  }
  throw new ServiceError('aliases_not_found_exception', `${noun} [${missing.join(',')}] missing`);
}

/** Gives the aliases that are asked for by index; an index without any is left out where a name was given. */
function findAliases(
  { target, name }: AliasTarget,
  query: TargetParameters,
  service: Service,
): ReadonlyMap<string, ReadonlyMap<string, AliasOptions>> {
  const matchers =
    name === undefined || name === '_all' ? undefined : splitList(name).map(globMatcher);
  const aliasesIn = (index: Index) =>
    [...index.aliases].filter(([alias]) => matchers?.some((matches) => matches(alias)) ?? true);
  const indices = service.catalog.resolve(target, resolveOptions(query));
  return new Map(
    indices
      .map((index) => [index.name, new Map(aliasesIn(index))] as const)
      .filter(([, aliases]) => matchers === undefined || aliases.size > 0),
  );
}

function isPlain(name: string): boolean {
  return name !== '_all' && !name.includes('*');
}
