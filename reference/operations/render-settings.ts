import { at } from '../base/assert.ts';

/** The value of a setting, as it is shown. */
export type SettingValue = string | readonly string[];

interface Tree extends Map<string, SettingValue | Tree> {}

/**
 * Renders settings, given by their full names, flat or as nested objects. A setting whose name is a prefix of another one
 * keeps its dots.
 */
export function renderSettings(
  settings: ReadonlyMap<string, SettingValue>,
  flat: boolean,
): Readonly<Record<string, unknown>> {
  if (flat) return Object.fromEntries([...settings].sort(([a], [b]) => (a < b ? -1 : 1)));
  const root: Tree = new Map();
  for (const [name, value] of [...settings].sort(([a], [b]) => (a < b ? -1 : 1))) {
    insert(root, name.split('.'), value);
  }
  return toObject(root);
}

function insert(tree: Tree, path: readonly string[], value: SettingValue): void {
  const first = at(path, 0);
  const rest = path.slice(1);
  const below = tree.get(first);
  if (rest.length === 0) tree.set(first, value);
  else if (below === undefined || below instanceof Map) {
    const child = below ?? new Map<string, SettingValue | Tree>();
    tree.set(first, child);
    insert(child, rest, value);
  } else tree.set(path.join('.'), value);
}

function toObject(tree: Tree): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...tree].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  );
}
