import { madeOnce } from '../../base/lazily.ts';
import type { Work } from '../../base/work.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { IndexView } from '../../search/shard-target.ts';
import type { ColumnType } from '../column-type.ts';
import { columnTypes } from '../column-type.ts';

/** A field of the indices of a query, as a column. */
export interface SourceField {
  readonly name: string;
  /** `unsupported` if its type differs between indices or cannot be shown. */
  readonly type: ColumnType;
  /** Only if the type differs between indices: the indices that have each type, in order. */
  readonly conflict?: ReadonlyMap<string, readonly string[]>;
  /** The type in the mapping, for messages about unsupported types. */
  readonly mappedType: string;
}

/** The schema of the source of a query: its fields by name, ascending. */
export interface SourceSchema {
  readonly fields: ReadonlyMap<string, SourceField>;
}

/**
 * Finds the fields of indices as columns: multi-fields and aliases are separate columns, members of objects have
 * their full paths, members of nested fields are not shown. If a name has different types in several indices, or is an
 * object in one of them, the column is `unsupported` and its `conflict` lists the types.
 *
 * Clauses: query.column-type-text, query.column-type-keyword, query.column-type-integer, query.column-type-date,
 * query.columns-and-values-others.
 */
export function* schemaOf(indices: readonly IndexView[]): Work<SourceSchema> {
  const names = new Set<string>();
  for (const { mapping } of indices) {
    yield;
    for (const name of mapping.matching('*')) names.add(name);
  }
  const fields = new Map<string, SourceField>();
  for (const name of [...names].toSorted()) {
    yield;
    const field = fieldOf(name, indices);
    if (field !== undefined) fields.set(name, field);
  }
  return { fields };
}

/** A field name in the mapping of one index. */
interface MappedName {
  readonly index: string;
  readonly mapped: string;
  /** Undefined for an object. */
  readonly type: ColumnType | undefined;
}

function fieldOf(name: string, indices: readonly IndexView[]): SourceField | undefined {
  const found = indices.flatMap((index) => mappedName(name, index));
  const first = found.find(({ type }) => type !== undefined);
  if (first?.type === undefined) return undefined;
  const { type, mapped } = first;
  if (found.every((other) => other.type === type)) return { name, type, mappedType: mapped };
  const conflict = new Map<string, string[]>();
  for (const other of found.toSorted((a, b) => (a.mapped < b.mapped ? -1 : 1))) {
    madeOnce(conflict, other.mapped, () => []).push(other.index);
  }
  return { name, type: 'unsupported', conflict, mappedType: mapped };
}

function mappedName(name: string, { name: index, mapping }: IndexView): readonly MappedName[] {
  const field = mapping.field(name);
  if (field !== undefined) {
    return field.nestedPath === undefined
      ? [{ index, mapped: field.type, type: columnTypeOf(field) }]
      : [];
  }
  const object = mapping.object(name);
  return object === undefined ? [] : [{ index, mapped: object.type, type: undefined }];
}

/** Column types for field types that are shown as a wider type. */
const widened: ReadonlyMap<LeafField['type'], ColumnType> = new Map([
  ['byte', 'integer'],
  ['short', 'integer'],
  ['half_float', 'double'],
  ['float', 'double'],
  ['scaled_float', 'double'],
]);

/** Returns the column type for a field; `unsupported` for ranges, which cannot be shown. */
export function columnTypeOf({ type }: LeafField): ColumnType {
  return widened.get(type) ?? columnTypes.find((known) => known === type) ?? 'unsupported';
}
