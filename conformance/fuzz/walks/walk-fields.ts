import { momentOf } from '../../client/moment.ts';
import { type Cells, edgesByType, type SortableType, type Spread } from '../arbitraries/edges.ts';
import type { WalkRow } from '../dimensions/walk-dimensions.ts';

/** What of a walk decides which fields its documents have. */
type FieldRow = Pick<WalkRow, 'type' | 'spread' | 'place'>;

/** An entry of `sort`. */
export type SortEntry = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** A field by which walks sort. */
export interface WalkField {
  /** The name that its values have in a generated document. */
  readonly name: string;
  readonly path: readonly string[];
  readonly spread: Spread;
  /** The values that it may have. */
  readonly edges: readonly unknown[];
  /** Its types in the first and the second index. */
  readonly types: readonly [SortableType, SortableType];
  /** Members of a sort entry beside its order. */
  readonly options: Readonly<Record<string, string>>;
}

const nanos = 'strict_date_optional_time_nanos';

/** Dates that every type of dates can hold. */
const recent = edgesByType.date.filter((date) => date >= '1970');

/** The values of fields and how they are sorted, where that is not by their type alone. */
const special: Readonly<Record<string, Partial<WalkField>>> = {
  'date with format': { options: { format: nanos } },
  'date as nanoseconds': { options: { numeric_type: 'date_nanos' } },
  'date and date_nanos': {
    edges: recent,
    types: ['date', 'date_nanos'],
    options: { numeric_type: 'date_nanos', format: nanos },
  },
};

/** The field of a walk: by it the first entry of a sort orders, or the one at the rank of the walk. */
export function fieldOf({ type, spread, place }: FieldRow): WalkField {
  const name = `${type.replaceAll(' ', '_')}_${spread}`;
  const own = type in edgesByType ? (type as SortableType) : 'date';
  const path = place === 'deep' ? ['outer', 'inner', name] : [name];
  const edges = edgesByType[own];
  return { name, path, spread, edges, types: [own, own], options: {}, ...special[type] };
}

/** Fields with many ties, for the entries of a sort before and after that of the field of a walk. */
const further: readonly WalkField[] = [plainField('word', 'keyword'), plainField('n', 'integer')];

const unique = plainField('u', 'integer');

function plainField(name: string, type: SortableType): WalkField {
  const edges = edgesByType[type];
  return { name, path: [name], spread: 'tied', edges, types: [type, type], options: {} };
}

/** A field of a sort, and its direction. */
interface SortKey {
  readonly field: WalkField;
  readonly order: WalkRow['order'];
}

/** The fields by which a walk sorts. */
export function keysOf(row: WalkRow): readonly SortKey[] {
  const { keys, order, end, rank } = row;
  const turned = order === 'asc' ? 'desc' : 'asc';
  const count = { none: 0, one: 0, two: 1, 'two turned': 1, 'three turned': 2 }[keys];
  const others = further.slice(0, count);
  const place = ['first', 'second', 'third'].indexOf(rank);
  const own = keys === 'none' ? [] : [fieldOf(row)];
  const fields = [...others.slice(0, place), ...own, ...others.slice(place)];
  const sorted = fields.map((field, at) => ({
    field,
    order: keys.endsWith('turned') && at === 1 ? turned : order,
  }));
  return [...sorted, ...(end === 'unique' ? [{ field: unique, order }] : [])];
}

/** The member `sort` of a walk. */
export function sortOf(row: WalkRow): readonly SortEntry[] {
  const entries = keysOf(row).map(({ field: { path, options }, order }) => ({
    [path.join('.')]:
      Object.keys(options).length > 0 || row.form === 'as an object'
        ? { order, ...options }
        : order,
  }));
  if (row.end === 'shard_doc' || (entries.length === 0 && row.kind.includes('point'))) {
    return [...entries, { _shard_doc: row.order }];
  }
  return entries.length === 0 ? [{ _doc: 'asc' }] : entries;
}

/**
 * Compares two documents by the keys of a sort; 0 if the specification leaves their order open: it does for missing and
 * several values, and for texts that a collation may order in several ways.
 */
export function compareBy(keys: readonly SortKey[], one: Cells, other: Cells): number {
  for (const { field, order } of keys) {
    const [a, b] = [rankOf(one[field.name], field), rankOf(other[field.name], field)];
    if (a === undefined || b === undefined) return 0;
    if (a !== b) return a < b === (order === 'asc') ? -1 : 1;
  }
  return 0;
}

function rankOf(
  value: unknown,
  { types: [type] }: WalkField,
): bigint | number | string | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string') return undefined;
  if (type.startsWith('date')) return momentOf(value);
  return /^[a-z]+$/.test(value) ? value : undefined;
}
