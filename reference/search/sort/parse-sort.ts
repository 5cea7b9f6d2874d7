import type { JsonValue } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import type { BodyPart, Reader } from '../../base/body.ts';
import {
  choiceOf,
  contentError,
  elementsOf,
  illegalAt,
  inField,
  isObjectPart,
  membersOf,
  oneOf,
  parsingError,
  readDeclared,
  readMembers,
  stringOf,
  token,
} from '../../base/body.ts';
import type { SortEntry } from '../search-request.ts';

const orders = ['asc', 'desc'] as const;

const fieldOptions = {
  order: oneOf(...orders),
  missing: missingOf,
  mode: option('min', 'max', 'avg', 'sum', 'median'),
  format: stringOf,
  numeric_type: option('long', 'double', 'date', 'date_nanos'),
  unmapped_type: stringOf,
  nested: nestedPath,
};

/** The maximum number of sort keys. */
const maxKeys = 256;

/**
 * Takes the `sort` of a body: one entry or an array, each a name (`"_doc"`), `{field: order}` or `{field: {options}}`.
 * Throws a ServiceError with the location of an invalid part.
 *
 * Clauses: search.sort-short-form, search.sort-object-form, search.sort-order-absent, search.sort-bare-field-name.
 */
export function parseSort(part: BodyPart): readonly SortEntry[] {
  const entries = elementsOf(part).flatMap((element) => {
    if (typeof element.value === 'string') return [plainEntry(element.value)];
    if (!isObjectPart(element)) {
      const reason =
        'malformed sort format, within the sort array, an object, or an actual string are allowed';
      throw illegalAt(element, reason);
    }
    const members = membersOf(element, 'sort');
    if (members.length === 0)
      throw parsingError(element, '[sort] expects a field but found [END_OBJECT]');
    return members.map(([field, options]) => parseEntry(field, options));
  });
  return bounded(entries);
}

/** Takes the `sort` of a query string: `field`, `field:asc`, separated by commas. */
export function parseSortParameter(text: string): readonly SortEntry[] {
  const entries = text.split(',').map((entry) => {
    const at = entry.lastIndexOf(':');
    if (at === -1) return plainEntry(entry);
    const order = orders.find((known) => known === entry.slice(at + 1).toLowerCase());
    if (order === undefined) return refuse(`Unknown order [${entry.slice(at + 1)}] in [sort]`);
    return plainEntry(entry.slice(0, at), order);
  });
  return bounded(entries);
}

function bounded(entries: readonly SortEntry[]): readonly SortEntry[] {
  if (entries.length <= maxKeys) return entries;
  return refuse(`[sort] has [${entries.length}] keys; at most [${maxKeys}] are allowed`);
}

/** The sort of a search without `sort`: descending by score. */
export const scoreEntry: SortEntry = plainEntry('_score', 'desc');

/** The tiebreaker of a point in time: the position of a document, ascending. */
export const tiebreaker: SortEntry = plainEntry('_shard_doc', 'asc');

function parseEntry(field: string, part: BodyPart): SortEntry {
  if (field === '_script' || field === '_geo_distance') {
    throw illegalAt(part, `sort by [${field}] is outside the interface; sort by fields`);
  }
  if (typeof part.value === 'string') {
    return plainEntry(field, choiceOf(part, 'order', orders));
  }
  if (!isObjectPart(part)) {
    throw contentError(part, `[field_sort] Expected START_OBJECT but was: ${token(part.value)}`);
  }
  const { order, nested, ...others } = readDeclared(part, 'field_sort', fieldOptions);
  return { ...plainEntry(field, order), ...others, nestedPath: nested };
}

function option<T extends string>(...choices: readonly T[]): Reader<T> {
  return (part, name) =>
    inField(part, `[field_sort] failed to parse field [${name}]`, () =>
      choiceOf(part, name, choices),
    );
}

function missingOf(part: BodyPart): JsonValue {
  const { value } = part;
  if (typeof value !== 'object' || value === null) return value;
  throw contentError(part, `[field_sort] missing doesn't support values of type: ${token(value)}`);
}

function nestedPath(part: BodyPart): string {
  const { path } = readMembers(part, 'nested', { path: stringOf });
  if (path === undefined) throw parsingError(part, '[nested] sort requires [path]');
  return path;
}

function plainEntry(field: string, order?: SortEntry['order']): SortEntry {
  return { field, order: order ?? (field === '_score' ? 'desc' : 'asc') };
}
