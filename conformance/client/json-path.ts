/**
 * The value at a path of member names and positions, such as `hits.hits.0._source.title`; undefined if it does not
 * exist. A member name that contains dots is tried if no shorter name leads to a value.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  const segments = path.split('.');
  for (let length = 1; length <= segments.length; length += 1) {
    const below = member(value, segments.slice(0, length).join('.'));
    const found =
      below === undefined ? undefined : valueAt(below, segments.slice(length).join('.'));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value at a path if it is a list; an empty list otherwise. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value))
    return /^\d+$/.test(name) ? (value as unknown[])[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
