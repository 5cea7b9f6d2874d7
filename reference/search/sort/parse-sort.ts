import { ServiceError, refuse } from '../../base/service-error.ts';
import { locationOf } from '../../base/json.ts';
import type { BodyPart } from '../body.ts';
import {
  choiceOf,
  elementsOf,
  isObjectPart,
  knownMembers,
  membersOf,
  parsingError,
  stringOf,
  token,
  wrongType,
} from '../body.ts';
import type { NumericType, SortEntry, SortMode } from '../search-request.ts';

const fieldOptions = [
  'order',
  'missing',
  'mode',
  'format',
  'numeric_type',
  'unmapped_type',
  'nested',
];

const numericTypes = ['long', 'double', 'date', 'date_nanos'] as const;

const orders = ['asc', 'desc'] as const;

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
    if (typeof element.value === 'string') return [plainEntry(element.value, undefined)];
    if (!isObjectPart(element)) throw wrongType(element, 'sort', 'START_OBJECT');
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
    if (at === -1) return plainEntry(entry, undefined);
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

/** Returns an ascending sort entry for the position of a document (`_doc`, `_shard_doc`). */
export function positionEntry(field: '_doc' | '_shard_doc'): SortEntry {
  return plainEntry(field, 'asc');
}

function parseEntry(field: string, part: BodyPart): SortEntry {
  if (field === '_script' || field === '_geo_distance') {
    throw parsingError(part, `sort by [${field}] is not supported by this server`);
  }
  if (typeof part.value === 'string') {
    return plainEntry(field, choiceOf(part, 'order', orders));
  }
  if (!isObjectPart(part)) {
    throw parsingError(part, `Expected [START_OBJECT] in [sort] but found [${token(part.value)}]`);
  }
  for (const [name, member] of membersOf(part, 'sort')) {
    if (!fieldOptions.includes(name)) throw unknownOption(member, name);
  }
  const { order, missing, mode, format, numeric_type, unmapped_type, nested } = knownMembers(
    part,
    'field_sort',
    fieldOptions,
  );
  const text = (option: BodyPart | undefined, name: string) =>
    option === undefined ? undefined : stringOf(option, name);
  return {
    ...plainEntry(field, order === undefined ? undefined : choiceOf(order, 'order', orders)),
    missing: missing?.value,
    mode:
      mode === undefined
        ? undefined
        : choiceOf<SortMode>(mode, 'mode', ['min', 'max', 'avg', 'sum', 'median']),
    format: text(format, 'format'),
    numeric_type:
      numeric_type === undefined
        ? undefined
        : choiceOf<NumericType>(numeric_type, 'numeric_type', numericTypes),
    unmapped_type: text(unmapped_type, 'unmapped_type'),
    nestedPath: nested === undefined ? undefined : nestedPath(nested),
  };
}

function nestedPath(part: BodyPart): string {
  const { path } = knownMembers(part, 'nested', ['path']);
  if (path === undefined) throw parsingError(part, '[nested] sort requires [path]');
  return stringOf(path, 'path');
}

function plainEntry(field: string, order: 'asc' | 'desc' | undefined): SortEntry {
  return {
    field,
    order: order ?? (field === '_score' ? 'desc' : 'asc'),
    missing: undefined,
    mode: undefined,
    format: undefined,
    numeric_type: undefined,
    unmapped_type: undefined,
    nestedPath: undefined,
  };
}

function unknownOption(part: BodyPart, name: string): ServiceError {
  return new ServiceError(
    'x_content_parse_exception',
    `[${locationOf(part.text, part.path)}] [field_sort] unknown field [${name}]`,
  );
}
