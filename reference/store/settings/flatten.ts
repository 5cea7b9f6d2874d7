import { defined } from '../../base/assert.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { hasMoreMembers, isJsonObject } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';

const maxDepth = 20;
const maxSettings = 10_000;

/** Flattens nested objects and dotted names to values by full name. Arrays are values. */
export function flatten(settings: JsonObject): ReadonlyMap<string, JsonValue> {
  const flat = new Map<string, JsonValue>();
  collect(settings, [], flat);
  return flat;
}

/** Converts values by dotted name to nested objects. */
export function unflatten(flat: Iterable<readonly [name: string, value: JsonValue]>): JsonObject {
  const root = new Map<string, unknown>();
  for (const [name, value] of flat) {
    const parts = name.split('.');
    let object = root;
    for (const part of parts.slice(0, -1)) {
      const inner = object.get(part);
      const next =
        inner instanceof Map ? (inner as Map<string, unknown>) : new Map<string, unknown>();
      object.set(part, next);
      object = next;
    }
    object.set(defined(parts.at(-1), 'part of a name'), value);
  }
  return toObject(root);
}

function collect(
  settings: JsonObject,
  path: readonly string[],
  flat: Map<string, JsonValue>,
): void {
  if (path.length > maxDepth) refuse(`settings nest deeper than ${maxDepth}`);
  if (hasMoreMembers(settings, maxSettings - flat.size)) {
    refuse(`there are more than ${maxSettings} settings`);
  }
  for (const [name, value] of Object.entries(settings)) {
    const inner = [...path, name];
    if (isJsonObject(value)) collect(value, inner, flat);
    else flat.set(inner.join('.'), value);
  }
}

function toObject(members: ReadonlyMap<string, unknown>): JsonObject {
  return Object.fromEntries(
    [...members].map(([name, value]) => [
      name,
      value instanceof Map ? toObject(value as ReadonlyMap<string, unknown>) : (value as JsonValue),
    ]),
  );
}
