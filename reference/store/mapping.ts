import type { JsonObject } from '../base/json.ts';
import type { MatchBudget } from '../base/wildcard.ts';
import { globMatcher, newMatchBudget } from '../base/wildcard.ts';
import type { FieldType, LeafField, ObjectField } from './field-type.ts';
import { isObjectField } from './field-type.ts';
import { ignoredField } from './ignored-field.ts';

/** The fields of an index: an immutable value, replaced when fields are added. */
export type Mapping = ReturnType<typeof createMapping>;

/** The types that dynamic mapping gives to values; integers that do not fit get the next larger type. */
export interface DynamicTypes {
  readonly text: JsonObject;
  readonly integer: 'integer' | 'long';
  readonly fraction: 'float' | 'double';
}

/** The types of Elasticsearch. */
export const usualDynamicTypes: DynamicTypes = {
  text: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
  integer: 'long',
  fraction: 'float',
};

/** Members of the root of a mapping other than `properties` and `dynamic`. */
export interface MappingOptions {
  readonly routingRequired: boolean;
  readonly date_detection: boolean;
  readonly numeric_detection: boolean;
  readonly dynamic_date_formats: readonly string[];
  readonly dynamicTypes: DynamicTypes;
  /** Maximum number of fields, objects and aliases. */
  readonly maxFields: number;
}

/** Limits of the size of a mapping. */
export interface MappingLimits {
  /** index.mapping.total_fields.limit */
  readonly total_fields: number;
  /** index.mapping.depth.limit */
  readonly depth: number;
}

/** Creates a mapping, with its fields listed by path. */
export function createMapping(root: ObjectField, options: MappingOptions, json: JsonObject) {
  const leaves = new Map<string, LeafField>();
  const objects = new Map<string, ObjectField>([['', root]]);
  const aliases = new Map<string, string>();
  for (const field of allFields(root)) {
    if (field.type === 'alias') aliases.set(field.name, field.path);
    else if (isObjectField(field)) objects.set(field.name, field);
    else leaves.set(field.name, field);
  }
  return {
    root,
    /** All leaf fields by full path, with multi-fields and without aliases. */
    leaves: leaves as ReadonlyMap<string, LeafField>,
    options,
    /** Returns the leaf field with this full path, multi-fields and `_ignored` included; aliases are resolved. */
    field: (path: string): LeafField | undefined =>
      path === ignoredField.name ? ignoredField : leaves.get(aliases.get(path) ?? path),
    /** Returns the object or nested field with this full path; '' is the root. */
    object: (path: string) => objects.get(path),
    /** Returns the full paths of the fields and aliases that match a pattern with `*`, ascending. */
    matching(pattern: string, budget: MatchBudget = newMatchBudget()): readonly string[] {
      if (!pattern.includes('*'))
        return leaves.has(pattern) || aliases.has(pattern) ? [pattern] : [];
      const matches = globMatcher(pattern, budget);
      return [...leaves.keys(), ...aliases.keys()].filter(matches).sort();
    },
    toJson: () => json,
  };
}

/** Yields all fields below an object, depth first; multi-fields follow their field. */
function* allFields(object: ObjectField): Generator<FieldType> {
  for (const field of object.properties.values()) {
    yield field;
    if (isObjectField(field)) yield* allFields(field);
    else if (field.type !== 'alias') yield* field.fields;
  }
}
