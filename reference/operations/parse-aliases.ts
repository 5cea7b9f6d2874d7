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
import type { AliasOptions } from '../store/index-service.ts';

const targets = { index: nameOf, indices: namesOf, alias: nameOf, aliases: namesOf };

const options = { ...aliasReaders, filter: checkedFilter };

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
export function parseAliasOptions(part: BodyPart): AliasOptions {
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
