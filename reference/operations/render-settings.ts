import { at } from '../base/assert.ts';

interface Tree extends Map<string, string | Tree> {}

/**
 * Renders settings, given by their full names, flat or as nested objects. A setting whose name is a prefix of another one
 * keeps its dots.
 */
export function renderSettings(
  settings: ReadonlyMap<string, string>,
  flat: boolean,
): Readonly<Record<string, unknown>> {
  if (flat) return Object.fromEntries([...settings].sort(([a], [b]) => (a < b ? -1 : 1)));
  const root: Tree = new Map();
  for (const [name, value] of [...settings].sort(([a], [b]) => (a < b ? -1 : 1))) {
    insert(root, name.split('.'), value);
  }
  return toObject(root);
}

function insert(tree: Tree, path: readonly string[], value: string): void {
  const first = at(path, 0);
  const rest = path.slice(1);
  const below = tree.get(first);
  if (rest.length === 0) tree.set(first, value);
  else if (typeof below === 'string') tree.set(path.join('.'), value);
  else {
    const child = below ?? new Map<string, string | Tree>();
    tree.set(first, child);
    insert(child, rest, value);
  }
}

function toObject(tree: Tree): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...tree].map(([name, value]) => [name, typeof value === 'string' ? value : toObject(value)]),
  );
}
