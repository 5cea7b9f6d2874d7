import { anyGlob } from '../base/wildcard.ts';
import type { AliasOptions, Index } from '../store/index-service.ts';
import { parseAliasActions, parseAliasOptions } from './parse-aliases.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import { done, presence } from './operation.ts';
import type { Service } from './service.ts';
import { resolveOptions, splitNames, bodyPart } from './request-parts.ts';
import { splitList } from '../base/units.ts';

/** index.alias-changes: makes all changes or none. The contexts of a removed index are released. */
export const updateAliases: Operation<'updateAliases'> = ({ body }, service) => {
  const actions = parseAliasActions(body?.json(), body?.text() ?? '');
  const before = [...service.catalog.indices.values()];
  const hasAll = service.catalog.updateAliases(actions);
  for (const { uuid, name } of before) {
    if (service.catalog.get(name)?.uuid !== uuid) service.contexts.indexRemoved(uuid, name);
  }
  return done({ acknowledged: true, errors: !hasAll });
};

/** Adds an alias to indices, or changes its options. */
export const putAlias: Operation<'putAlias'> = ({ path, body }, service) => {
  const options = parseAliasOptions(bodyPart(body, {}));
  const aliases = splitNames(path.name, 'alias');
  service.catalog.updateAliases([{ kind: 'add', indices: path.target, aliases, options }]);
  return changed();
};

/** Removes aliases from indices. */
export const deleteAlias: Operation<'deleteAlias'> = ({ path }, service) => {
  const aliases = splitNames(path.name, 'alias');
  const action = { kind: 'remove', indices: path.target, aliases, must_exist: true } as const;
  service.catalog.updateAliases([action]);
  return changed();
};

/** Returns the answer to a change that was carried out as a whole. */
function changed(): Reply {
  return done({ acknowledged: true, errors: false });
}

/** Returns the matching aliases, and an error that names each requested alias without `*` that no index has. */
export const getAlias: Operation<'getAlias'> = ({ path, query }, service) => {
  const found = findAliases({ path, query }, service);
  const names = new Set([...found.values()].flatMap((aliases) => [...aliases.keys()]));
  const missing = splitList(path.name).filter((name) => isPlain(name) && !names.has(name));
  const body = Object.fromEntries(
    [...found].map(([index, aliases]) => [index, { aliases: Object.fromEntries(aliases) }]),
  );
  if (missing.length === 0) return done(body);
  const noun = missing.length === 1 ? 'alias' : 'aliases';
  const error = `${noun} [${missing.join(',')}] missing`;
  return { outcome: 'absent', body: { error, status: 404, ...body } };
};

/** Answers 200 if an index has one of the aliases, and 404 otherwise. */
export const aliasExists: Operation<'aliasExists'> = (request, service) =>
  presence(findAliases(request, service).size > 0);

/** Returns the requested aliases by index; if names are given, an index without a match is left out. */
function findAliases(
  { path: { target, name }, query }: Pick<OperationRequest<'getAlias'>, 'path' | 'query'>,
  service: Service,
): ReadonlyMap<string, ReadonlyMap<string, AliasOptions>> {
  const matches =
    name === undefined
      ? undefined
      : anyGlob(splitList(name).map((each) => (each === '_all' ? '*' : each)));
  const aliasesIn = (index: Index) =>
    [...index.aliases].filter(([alias]) => matches?.(alias) ?? true);
  const indices = service.catalog.resolve(target, resolveOptions(query));
  return new Map(
    indices
      .map((index) => [index.name, new Map(aliasesIn(index))] as const)
      .filter(([, aliases]) => matches === undefined || aliases.size > 0),
  );
}

function isPlain(name: string): boolean {
  return name !== '_all' && !name.includes('*');
}
