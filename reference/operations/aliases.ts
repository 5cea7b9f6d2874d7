import { anyGlob } from '../base/wildcard.ts';
import type { AliasOptions, Index } from '../store/index-service.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import { done, presence } from './operation.ts';
import type { Service } from './service.ts';
import { resolveOptions, splitNames, bodyPart } from './request-parts.ts';
import { splitList } from '../base/units.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import type { BodyPart, Read } from '../base/body.ts';
import {
  booleanOf,
  illegalAt,
  inField,
  listOf,
  objectOf,
  readMembers,
  soleMember,
  stringOf,
  unknownField,
} from '../base/body.ts';
import { aliasOptions, aliasReaders } from '../store/catalog/aliases.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import type { AliasAction } from '../store/catalog-types.ts';

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

const targets = { index: nameOf, indices: namesOf, alias: nameOf, aliases: namesOf };

const options = { ...aliasReaders, filter: checkedFilter };

/**
 * Parses the body of an alias update, given as JSON and as text. Throws a ServiceError with the position of what is
 * wrong.
 */
function parseAliasActions(body: JsonValue | undefined, text: string): readonly AliasAction[] {
  if (body === undefined) throw new ServiceError('parse_exception', 'request body is required');
  const root = { value: body, text, path: [] };
  const { actions = [] } = readMembers(root, 'aliases', {
    actions: (list, name) =>
      listOf(list, name).map((action) =>
        inField(action, '[aliases] failed to parse field [actions]', () => parseAction(action)),
      ),
  });
  return actions.length === 0 ? refuse('No action specified') : actions;
}

/**
 * Parses the options of an alias: filter, routing, and whether its index receives the writes. Throws a ServiceError
 * with the position of the error.
 */
function parseAliasOptions(part: BodyPart): AliasOptions {
  return aliasOptions(readMembers(part, 'alias', options));
}

function parseAction(part: BodyPart): AliasAction {
  const [kind, action] = soleMember(part, 'aliases');
  switch (kind) {
    case 'add': {
      const members = readMembers(action, kind, { ...targets, ...options });
      return { kind, ...targetIn(members), options: aliasOptions(members) };
    }
    case 'remove': {
      const members = readMembers(action, kind, { ...targets, must_exist: booleanOf });
      return { kind, ...targetIn(members), must_exist: members.must_exist };
    }
    case 'remove_index': {
      const { index, indices } = targets;
      return { kind, indices: indicesIn(readMembers(action, kind, { index, indices })) };
    }
    default:
      throw unknownField(action, 'alias_action', kind);
  }
}

type Targets = Read<typeof targets>;

function targetIn(members: Targets) {
  const { alias, aliases } = members;
  const names = alias === undefined ? aliases : [alias];
  if (names === undefined) return refuse('One of [alias] or [aliases] is required');
  return { indices: indicesIn(members), aliases: names.flatMap((each) => each.split(',')) };
}

function indicesIn({ index, indices }: Pick<Targets, 'index' | 'indices'>): string {
  return index ?? indices?.join(',') ?? refuse('One of [index] or [indices] is required');
}

function nameOf(part: BodyPart, what: string): string {
  const name = stringOf(part, what);
  if (name === '') throw illegalAt(part, `[${what}] must not be empty`);
  return name;
}

/** Reads a list of names. It must not be empty: an empty index expression would select all indices. */
function namesOf(part: BodyPart, what: string): readonly string[] {
  const names = listOf(part, what).map((name) => nameOf(name, what));
  if (names.length === 0) throw illegalAt(part, `[${what}] must not be empty`);
  return names;
}

/** Returns a filter unchanged, after checking that it is a query. */
function checkedFilter(part: BodyPart, name: string): JsonObject {
  parseQuery(part);
  return objectOf(part, name);
}
