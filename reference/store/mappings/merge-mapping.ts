import type { JsonObject, JsonValue } from '../../base/json.ts';
import { hasMoreMembers, isJsonObject, maxDepth, showJson } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import { isObjectField } from '../field-type.ts';
import type { Mapping } from '../mapping.ts';
import { refuseMapping, TooManyFields } from './parameters.ts';

/** Parameters of a field that may change after its creation. */
const updatable = new Set([
  'copy_to',
  'fields',
  'ignore_above',
  'ignore_malformed',
  'coerce',
  'meta',
  'search_analyzer',
  'dynamic',
  'properties',
]);

/**
 * Returns the JSON of a mapping with dotted names expanded to nested objects. Throws a ServiceError if a name is empty,
 * has too many parts, or two names contradict each other, and if there are far more names than `maxFields`: the exact
 * number is known only after the expansion.
 */
export function normalizeMapping(json: JsonObject, maxFields = Infinity): JsonObject {
  if (maxFields < Infinity && namesLeft(json, namesPerField * maxFields) < 0) {
    throw new TooManyFields(maxFields);
  }
  return normalizeObject(json, '');
}

/** A mapping may spell a field in several ways, but hardly in more. */
const namesPerField = 10;

/** Returns how much of a number of names is left after those below a definition; a negative number if there are more. */
function namesLeft(definition: JsonObject, most: number): number {
  let left = most;
  for (const members of [definition['properties'], definition['fields']]) {
    if (!isJsonObject(members)) continue;
    if (hasMoreMembers(members, left)) return -1;
    for (const name in members) {
      const member = members[name];
      left = isJsonObject(member) ? namesLeft(member, left - 1) : left - 1;
      if (left < 0) return left;
    }
  }
  return left;
}

function normalizeObject(json: JsonObject, path: string): JsonObject {
  const properties = json['properties'];
  if (properties === undefined) return json;
  if (!isJsonObject(properties)) {
    return refuseMapping('Expected map for property [properties]');
  }
  for (const name of Object.keys(properties)) checkName(name);
  return { ...json, properties: expandNames(Object.entries(properties), path) };
}

/** The definitions under the first part of names: its own one, and those under the rest of longer names. */
interface Definitions {
  own?: JsonValue;
  readonly below: [rest: string, definition: JsonValue][];
}

function expandNames(
  entries: readonly (readonly [name: string, definition: JsonValue])[],
  path: string,
): JsonObject {
  const byName = new Map<string, Definitions>();
  for (const [name, definition] of entries) {
    const dot = name.indexOf('.');
    const first = dot < 0 ? name : name.slice(0, dot);
    const definitions: Definitions = byName.get(first) ?? { below: [] };
    byName.set(first, definitions);
    if (dot < 0) definitions.own = definition;
    else definitions.below.push([name.slice(dot + 1), definition]);
  }
  return Object.fromEntries(
    [...byName].map(([name, { own, below }]) => {
      const full = path === '' ? name : `${path}.${name}`;
      const whole = isJsonObject(own) ? normalizeObject(own, full) : own;
      if (below.length === 0 && whole !== undefined) return [name, whole];
      const members = { properties: expandNames(below, full) };
      return [name, whole === undefined ? members : mergeDefinition(whole, members, full)];
    }),
  );
}

function checkName(name: string): void {
  const parts = name.split('.');
  if (parts.some((part) => part.trim() === '')) {
    refuseMapping(`field name [${name}] cannot be empty, or start or end with a dot`);
  }
  if (parts.length > maxDepth) {
    refuse(`field name [${name.slice(0, 100)}…] has more than [${maxDepth}] parts`);
  }
}

function mergeDefinition(before: JsonValue, added: JsonValue, path: string): JsonValue {
  return isJsonObject(before) && isJsonObject(added) ? mergeField(before, added, path) : added;
}

/**
 * index.mapping-updates: takes the JSON of the present mapping and of an addition, both normalized; returns their
 * union. Throws illegal_argument_exception if the addition changes something that cannot be changed.
 */
export function mergeMapping(present: JsonObject, addition: JsonObject): JsonObject {
  return mergeObject(present, addition, '');
}

function mergeObject(present: JsonObject, addition: JsonObject, path: string): JsonObject {
  const { properties: presentProperties = {} } = present;
  const { properties: addedProperties = {} } = addition;
  if (!isJsonObject(presentProperties) || !isJsonObject(addedProperties)) {
    return refuseMapping('Expected map for property [properties]');
  }
  const properties = mergeProperties(presentProperties, addedProperties, path);
  const hasProperties = Object.keys(properties).length > 0 || present['properties'] !== undefined;
  return { ...present, ...addition, ...(hasProperties ? { properties } : {}) };
}

function mergeProperties(present: JsonObject, addition: JsonObject, path: string): JsonObject {
  const merged = new Map(Object.entries(present));
  for (const [name, added] of Object.entries(addition)) {
    const before = merged.get(name);
    const full = path === '' ? name : `${path}.${name}`;
    merged.set(name, before === undefined ? added : mergeDefinition(before, added, full));
  }
  return Object.fromEntries(merged);
}

function mergeField(present: JsonObject, addition: JsonObject, path: string): JsonObject {
  const presentKind = kindOf(present);
  const addedKind = kindOf(addition);
  if (isObjectKind(presentKind) && isObjectKind(addedKind)) {
    checkSameObject(present, addition, path);
    return mergeObject(present, addition, path);
  }
  if (isObjectKind(presentKind) || isObjectKind(addedKind)) {
    return refuse(`can't merge a non object mapping [${path}] with an object mapping`);
  }
  if (presentKind !== addedKind) {
    return refuse(
      `mapper [${path}] cannot be changed from type [${presentKind}] to [${addedKind}]`,
    );
  }
  return mergeLeaf(present, addition, path);
}

function checkSameObject(present: JsonObject, addition: JsonObject, path: string): void {
  const presentKind = kindOf(present);
  if (addition['type'] !== undefined && presentKind !== kindOf(addition)) {
    refuse(
      presentKind === 'nested'
        ? `can't merge a non-nested mapping [${path}] with a nested mapping`
        : `cannot change object mapping from non-nested to nested`,
    );
  }
  const enabled = addition['enabled'];
  if (enabled !== undefined && showJson(enabled) !== showJson(present['enabled'] ?? true)) {
    refuse(`the [enabled] parameter can't be updated for the object mapping [${path}]`);
  }
}

function isObjectKind(kind: string): boolean {
  return kind === 'object' || kind === 'nested';
}

function mergeLeaf(present: JsonObject, addition: JsonObject, path: string): JsonObject {
  for (const name of new Set([...Object.keys(present), ...Object.keys(addition)])) {
    const before = written(present[name]);
    const after = written(addition[name]);
    if (!updatable.has(name) && name !== 'type' && before !== after) {
      refuse(
        `Mapper for [${path}] conflicts with existing mapper:\n\tCannot update parameter [${name}] from [${before}] to [${after}]`,
      );
    }
  }
  const presentFields = present['fields'];
  const addedFields = addition['fields'];
  const fields =
    isJsonObject(presentFields) && isJsonObject(addedFields)
      ? mergeProperties(presentFields, addedFields, path)
      : addedFields === undefined
        ? presentFields
        : addedFields;
  return { ...addition, ...(fields === undefined ? {} : { fields }) };
}

function kindOf(definition: JsonObject): string {
  const type = definition['type'];
  return typeof type === 'string' ? type : 'object';
}

function written(value: JsonValue | undefined): string {
  return value === undefined ? 'default' : showJson(value);
}

/**
 * Checks the targets of every `copy_to` of a mapping: they must not be objects, multi-fields, or in nested fields that
 * do not contain the source. An unmapped target is allowed here; it is checked when a document has a value. Throws
 * illegal_argument_exception.
 */
export function checkCopyTo(mapping: Mapping): void {
  const multiFields = new Set(
    [...mapping.leaves.values()].flatMap(({ fields }) => fields.map(({ name }) => name)),
  );
  for (const { name, copy_to, nestedPath } of mapping.leaves.values()) {
    if (copy_to.length > 0 && multiFields.has(name)) {
      refuse(`[copy_to] may not be used to copy from a multi-field: [${name}]`);
    }
    for (const target of copy_to) {
      if (mapping.object(target) !== undefined) {
        refuse(`Cannot copy to field [${target}] since it is mapped as an object`);
      }
      if (multiFields.has(target)) {
        refuse(`[copy_to] may not be used to copy to a multi-field: [${target}]`);
      }
      checkNested(nestedPath, nestedPathOf(mapping, target));
    }
  }
}

/** Takes a full path, mapped or not; returns the path of the innermost nested field that contains it. */
function nestedPathOf(mapping: Mapping, path: string): string | undefined {
  let object = mapping.root;
  for (const name of path.split('.').slice(0, -1)) {
    const inner = object.properties.get(name);
    if (inner === undefined || !isObjectField(inner)) break;
    object = inner;
  }
  return object.nestedPath;
}

function checkNested(source: string | undefined, target: string | undefined): void {
  if (target === undefined || source === target || source?.startsWith(`${target}.`) === true)
    return;
  refuse(
    'Illegal combination of [copy_to] and [nested] mappings: [copy_to] may only copy data to the current nested ' +
      `document or any of its parents, however one [copy_to] directive is trying to copy data from nested object [${source ?? 'null'}] to [${target}]`,
  );
}
