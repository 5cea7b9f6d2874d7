import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import { refuseMapping } from './parameters.ts';

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

/** Returns the JSON of a mapping with dotted names expanded to nested objects. */
export function normalizeMapping(json: JsonObject): JsonObject {
  const properties = json['properties'];
  if (properties === undefined) return json;
  if (!isJsonObject(properties)) {
    return refuseMapping('Expected map for property [properties]');
  }
  let expanded: JsonObject = {};
  for (const [path, definition] of Object.entries(properties)) {
    const parts = path.split('.');
    if (parts.some((part) => part.trim() === '')) {
      refuseMapping(`field name [${path}] cannot be empty, or start or end with a dot`);
    }
    const inner = isJsonObject(definition) ? normalizeMapping(definition) : definition;
    const nested = parts
      .slice(0, -1)
      .reduceRight<JsonValue>(
        (member, part, at) => ({ properties: { [parts[at + 1] ?? part]: member } }),
        inner,
      );
    expanded = mergeProperties(expanded, { [parts[0] ?? path]: nested }, '');
  }
  return { ...json, properties: expanded };
}

/**
 * index.mapping-updates: takes the JSON of the present mapping and of an addition, both normalized; returns their
 * union. Throws illegal_argument_exception if the addition changes something that cannot be changed.
 */
export function mergeMapping(present: JsonObject, addition: JsonObject): JsonObject {
  return mergeObject(present, addition, '');
}

function mergeObject(present: JsonObject, addition: JsonObject, path: string): JsonObject {
  const { properties: ours = {} } = present;
  const { properties: theirs = {} } = addition;
  if (!isJsonObject(ours) || !isJsonObject(theirs)) {
    return refuseMapping('Expected map for property [properties]');
  }
  const properties = mergeProperties(ours, theirs, path);
  const hasProperties = Object.keys(properties).length > 0 || present['properties'] !== undefined;
  return { ...present, ...addition, ...(hasProperties ? { properties } : {}) };
}

function mergeProperties(present: JsonObject, addition: JsonObject, path: string): JsonObject {
  const merged = new Map(Object.entries(present));
  for (const [name, theirs] of Object.entries(addition)) {
    const ours = merged.get(name);
    const full = path === '' ? name : `${path}.${name}`;
    const both = isJsonObject(ours) && isJsonObject(theirs);
    merged.set(name, both ? mergeField(ours, theirs, full) : theirs);
  }
  return Object.fromEntries(merged);
}

function mergeField(present: JsonObject, addition: JsonObject, path: string): JsonObject {
  const ours = kindOf(present);
  const theirs = kindOf(addition);
  if (isObjectKind(ours) && isObjectKind(theirs)) {
    checkSameObject(present, addition, path);
    return mergeObject(present, addition, path);
  }
  if (isObjectKind(ours)) {
    return refuse(`can't merge a non object mapping [${path}] with an object mapping`);
  }
  if (isObjectKind(theirs)) {
    return refuse(`can't merge a object mapping [${path}] with a non object mapping`);
  }
  if (ours !== theirs) {
    return refuse(`mapper [${path}] cannot be changed from type [${ours}] to [${theirs}]`);
  }
  return mergeLeaf(present, addition, path);
}

function checkSameObject(present: JsonObject, addition: JsonObject, path: string): void {
  const ours = kindOf(present);
  if (addition['type'] !== undefined && ours !== kindOf(addition)) {
    const change = ours === 'nested' ? 'nested to non-nested' : 'non-nested to nested';
    refuse(`cannot change object mapping from ${change}`);
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
  const ours = present['fields'];
  const theirs = addition['fields'];
  const fields =
    isJsonObject(ours) && isJsonObject(theirs)
      ? mergeProperties(ours, theirs, path)
      : (theirs ?? ours);
  return { ...addition, ...(fields === undefined ? {} : { fields }) };
}

function kindOf(definition: JsonObject): string {
  const type = definition['type'];
  return typeof type === 'string' ? type : 'object';
}

function written(value: JsonValue | undefined): string {
  return value === undefined ? 'default' : showJson(value);
}
