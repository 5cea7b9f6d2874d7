import { isObject } from '../base/body.ts';
import { at } from '../base/errors.ts';

/** A dotted name in parts, and what is there. */
type Placed<Value> = readonly (readonly [path: readonly string[], value: Value])[];

/** The `properties` of a mapping with fields inside objects. */
export function propertiesWith(fields: Placed<object>): object {
  const placed = ([path, leaf]: Placed<object>[number]): object =>
    path.length === 1
      ? { [at(path, 0)]: leaf }
      : { [at(path, 0)]: { properties: placed([path.slice(1), leaf]) } };
  return fields.map(placed).reduce(merged, {});
}

/** A document with values inside objects. */
export function documentWith(values: Placed<unknown>): object {
  const placed = ([path, value]: Placed<unknown>[number]): unknown =>
    path.reduceRight((leaf: unknown, name) => ({ [name]: leaf }), value);
  return values.map(placed).reduce(merged, {}) as object;
}

/** Objects with the members of both, at every depth. */
function merged(one: unknown, other: unknown): object {
  const members = Object.entries(other as object).map(([key, value]: [string, unknown]) => {
    const known: unknown = Reflect.get(one as object, key);
    return [key, isObject(known) && isObject(value) ? merged(known, value) : value] as const;
  });
  return { ...(one as object), ...Object.fromEntries(members) };
}
