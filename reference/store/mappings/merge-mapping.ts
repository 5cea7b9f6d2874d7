import { madeOnce } from '../../base/lazily.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, maxDepth, showJson } from '../../base/json.ts';
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
]);

/** The definitions of a mapping by full path, each after the one around it. Those of objects have empty `properties`. */
type Definitions = ReadonlyMap<string, JsonValue>;

/** The definition of an object that only the dotted names of its members tell of. */
const implied: JsonObject = { properties: {} };

/**
 * Returns the JSON of a mapping with dotted names expanded to nested objects. Throws a ServiceError if a name is empty,
 * has too many parts, or two names contradict each other, and if there are more fields and objects than `maxFields`.
 */
export function normalizeMapping(json: JsonObject, maxFields?: number): JsonObject {
  return toJson(definitionsIn(json, maxFields));
}

/**
 * index.mapping-updates: takes the JSON of the present mapping and of an addition; returns their union. Throws a
 * ServiceError as `normalizeMapping` does, and if the addition changes something that cannot be changed.
 */
export function mergeMapping(
  present: JsonObject,
  addition: JsonObject,
  maxFields?: number,
): JsonObject {
  const merged = new Map(definitionsIn(present));
  for (const [path, added] of definitionsIn(addition, maxFields)) {
    const before = merged.get(path);
    merged.set(path, before === undefined ? added : mergeDefinition(before, added, path));
  }
  return toJson(merged);
}

function definitionsIn(json: JsonObject, maxFields = Infinity): Definitions {
  const all = new Map<string, JsonValue>();
  const add = (path: string, definition: JsonValue): void => {
    const before = all.get(path);
    if (before === undefined || before === definition) all.set(path, definition);
    else if (before === implied) all.set(path, mergeDefinition(definition, implied, path));
    else all.set(path, mergeDefinition(before, definition, path));
    // The root is no field.
    if (all.size > maxFields + 1) throw new TooManyFields(maxFields);
  };
  const addAll = (path: string, definition: JsonValue): void => {
    const members = isJsonObject(definition) ? definition['properties'] : undefined;
    if (!isJsonObject(definition) || members === undefined) return add(path, definition);
    if (!isJsonObject(members)) return refuseMapping('Expected map for property [properties]');
    add(path, { ...definition, properties: {} });
    for (const [name, member] of Object.entries(members)) {
      let inner = path;
      for (const part of partsOf(name)) {
        if (inner !== path) add(inner, implied);
        inner = inner === '' ? part : `${inner}.${part}`;
      }
      addAll(inner, member);
    }
  };
  addAll('', json);
  return all;
}

function partsOf(name: string): readonly string[] {
  const parts = name.split('.');
  if (parts.some((part) => part.trim() === '')) {
    refuseMapping(`field name [${name}] cannot be empty, or start or end with a dot`);
  }
  if (parts.length <= maxDepth) return parts;
  return refuse(`field name [${name.slice(0, 100)}…] has more than [${maxDepth}] parts`);
}

function toJson(all: Definitions): JsonObject {
  const members = new Map<string, [name: string, path: string][]>();
  for (const path of all.keys()) {
    const dot = path.lastIndexOf('.');
    const around = path.slice(0, Math.max(0, dot));
    const siblings = madeOnce(members, around, () => []);
    if (path !== '') siblings.push([path.slice(dot + 1), path]);
  }
  const build = (path: string): JsonValue => {
    const definition = all.get(path) ?? null;
    if (!isJsonObject(definition) || definition['properties'] === undefined) return definition;
    const inner = (members.get(path) ?? []).map(([name, full]) => [name, build(full)] as const);
    return { ...definition, properties: Object.fromEntries(inner) };
  };
  return build('') as JsonObject;
}

function mergeDefinition(before: JsonValue, added: JsonValue, path: string): JsonValue {
  return isJsonObject(before) && isJsonObject(added) ? mergeField(before, added, path) : added;
}

function mergeField(present: JsonObject, addition: JsonObject, path: string): JsonObject {
  const [kind, added] = [kindOf(present), kindOf(addition)];
  if (isObjectKind(kind) && isObjectKind(added)) {
    if (path !== '') checkSameObject(present, addition, path);
    return { ...present, ...addition };
  }
  if (isObjectKind(kind) || isObjectKind(added)) {
    return refuse(`can't merge a non object mapping [${path}] with an object mapping`);
  }
  if (kind !== added) {
    return refuse(`mapper [${path}] cannot be changed from type [${kind}] to [${added}]`);
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
  const { fields: before } = present;
  const { fields = before } = addition;
  if (fields === undefined) return addition;
  if (!isJsonObject(before) || !isJsonObject(fields)) return { ...addition, fields };
  const merged = new Map(Object.entries(before));
  for (const [name, added] of Object.entries(fields)) {
    merged.set(name, mergeDefinition(merged.get(name) ?? added, added, `${path}.${name}`));
  }
  return { ...addition, fields: Object.fromEntries(merged) };
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
