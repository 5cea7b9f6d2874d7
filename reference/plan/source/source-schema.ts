import type { LeafField } from '../../store/field-type.ts';
import { isRangeField } from '../../store/field-type.ts';
import type { IndexView } from '../../search/shard-target.ts';
import type { ColumnType } from '../column-type.ts';
import type { SourceField, SourceSchema } from '../source.ts';

/**
 * Gives the fields of indices as columns: multi-fields and aliases are columns of their own, members of objects have
 * their full paths, members of nested fields are not shown. Where indices give a name to different types, or one of
 * them to an object, the column is unsupported and says so.
 *
 * Clauses: query.column-type-text, query.column-type-keyword, query.column-type-integer, query.column-type-date,
 * query.columns-and-values-others.
 */
export function schemaOf(indices: readonly IndexView[]): SourceSchema {
  const names = new Set(indices.flatMap(({ mapping }) => mapping.matching('*')));
  const fields = new Map<string, SourceField>();
  for (const name of [...names].toSorted()) {
    const field = fieldOf(name, indices);
    if (field !== undefined) fields.set(name, field);
  }
  return { fields };
}

function fieldOf(name: string, indices: readonly IndexView[]): SourceField | undefined {
  const mapped = new Map<string, string[]>();
  const types = new Set<ColumnType>();
  let mapped_type: string | undefined;
  for (const { name: index, mapping } of indices) {
    const field = mapping.field(name);
    if (field?.nested_path !== undefined) continue;
    const type = field?.type ?? mapping.object(name)?.type;
    if (type === undefined) continue;
    types.add(field === undefined ? 'unsupported' : columnTypeOf(field));
    if (field !== undefined) mapped_type ??= type;
    mapped.set(type, [...(mapped.get(type) ?? []), index]);
  }
  if (mapped_type === undefined) return undefined;
  const [type = 'unsupported'] = types;
  if (types.size === 1) return { name, type, mapped_type };
  const conflict = new Map([...mapped].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { name, type: 'unsupported', conflict, mapped_type };
}

/** Gives the type of column that shows the values of a field. */
export function columnTypeOf(field: LeafField): ColumnType {
  if (isRangeField(field)) return 'unsupported';
  switch (field.type) {
    case 'byte':
    case 'short':
      return 'integer';
    case 'half_float':
    case 'float':
    case 'scaled_float':
      return 'double';
    default:
      return field.type;
  }
}
