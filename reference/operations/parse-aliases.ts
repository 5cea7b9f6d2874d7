import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import type { BodyPart } from '../search/body.ts';
import {
  booleanOf,
  illegalAt,
  inField,
  knownMembers,
  listOf,
  membersOf,
  soleMember,
  stringOf,
  unknownField,
} from '../search/body.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import type { AliasAction } from '../store/catalog-types.ts';
import type { AliasOptions } from '../store/index-service.ts';

const optionNames = [
  'is_write_index',
  'filter',
  'routing',
  'index_routing',
  'search_routing',
  'is_hidden',
];
const targetNames = ['index', 'indices', 'alias', 'aliases'];

type Members = Readonly<Record<string, BodyPart | undefined>>;

/**
 * Parses the body of an alias update, given as JSON and as text. Throws a ServiceError with the position of what is
 * wrong.
 */
export function parseAliasActions(
  body: JsonValue | undefined,
  text: string,
): readonly AliasAction[] {
  if (body === undefined) throw new ServiceError('parse_exception', 'request body is required');
  const root = { value: body, text, path: [] };
  const { actions } = knownMembers(root, 'aliases', ['actions']);
  if (actions === undefined) return refuse('No action specified');
  const parsed = listOf(actions, 'actions').map((action) =>
    inField(action, '[aliases] failed to parse field [actions]', () => parseAction(action)),
  );
  return parsed.length === 0 ? refuse('No action specified') : parsed;
}

/**
 * Parses the options of an alias: filter, routing, and whether its index receives the writes. Throws a ServiceError
 * with the position of the error.
 */
export function parseAliasOptions(part: BodyPart): AliasOptions {
  return optionsOf(knownMembers(part, 'alias', optionNames));
}

function parseAction(part: BodyPart): AliasAction {
  const [name, action] = soleMember(part, 'aliases');
  switch (name) {
    case 'add': {
      const members = knownMembers(action, name, [...targetNames, ...optionNames]);
      const options = optionsOf(members);
      return { kind: 'add', indices: indicesOf(members), aliases: aliasesOf(members), options };
    }
    case 'remove': {
      const members = knownMembers(action, name, [...targetNames, 'must_exist']);
      const { must_exist } = members;
      return {
        kind: 'remove',
        indices: indicesOf(members),
        aliases: aliasesOf(members),
        must_exist: must_exist === undefined ? undefined : booleanOf(must_exist, 'must_exist'),
      };
    }
    case 'remove_index':
      membersOf(action, name);
      return {
        kind: 'remove_index',
        indices: indicesOf(knownMembers(action, name, ['index', 'indices'])),
      };
    default:
      throw unknownField(action, 'alias_action', name);
  }
}

function indicesOf({ index, indices }: Members): string {
  if (index !== undefined) return nameOf(index, 'index');
  if (indices !== undefined) return namesOf(indices, 'indices').join(',');
  return refuse('One of [index] or [indices] is required');
}

function aliasesOf({ alias, aliases }: Members): readonly string[] {
  if (alias !== undefined) return nameOf(alias, 'alias').split(',');
  if (aliases === undefined) return refuse('One of [alias] or [aliases] is required');
  return namesOf(aliases, 'aliases').flatMap((names) => names.split(','));
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

function optionsOf({ filter, ...members }: Members): AliasOptions {
  const read = <T>(name: string, reader: (part: BodyPart, what: string) => T): T | undefined => {
    const part = members[name];
    return part === undefined ? undefined : reader(part, name);
  };
  const routing = read('routing', stringOf);
  return {
    is_write_index: read('is_write_index', booleanOf),
    is_hidden: read('is_hidden', booleanOf),
    filter: filter === undefined ? undefined : checkedFilter(filter),
    index_routing: read('index_routing', stringOf) ?? routing,
    search_routing: read('search_routing', stringOf) ?? routing,
  };
}

/** Returns a filter unchanged, after checking that it is a query. */
function checkedFilter(part: BodyPart): JsonObject | undefined {
  parseQuery(part);
  return isJsonObject(part.value) ? part.value : undefined;
}
