import {
  isExtra,
  itemsOf,
  memberNames,
  namedMember,
  otherMembers,
  type SchemaNode,
  valuesOf,
} from './schema-node.ts';

/** The JSON type of a value; `double` is a number with a fraction. */
export type ValueKind = 'string' | 'number' | 'double' | 'boolean' | 'null' | 'list' | 'object';

/** One value of a document. */
export interface Occurrence {
  /** A JSON pointer; list items and members that the description does not name are `*`, followed by their kind. */
  readonly place: string;
  readonly value: unknown;
  /** The values that the description lists for this place; usually empty. */
  readonly allowed: readonly unknown[];
  /** True if it is a member of an object, false for items and for the whole document. */
  readonly isMember: boolean;
}

/** What replaces an occurrence: a value, or `removed`. */
export const removed = Symbol('removed');

/** Maximum depth of the values that the description does not describe. */
const maxFreeDepth = 2;

/** Maximum number of items of a list that are looked at. */
const maxItems = 50;

interface Position {
  readonly place: string;
  readonly node: SchemaNode;
  readonly freeDepth: number;
  readonly isMember: boolean;
}

/** Calls `visit` for every value of a document that the specification shows, from the outside to the inside. */
export function visitPlaces(
  document: unknown,
  node: SchemaNode,
  visit: (occurrence: Occurrence) => void,
): void {
  editPlaces(document, node, (occurrence) => {
    visit(occurrence);
    return occurrence.value;
  });
}

/**
 * Returns the document with each value replaced by what `edit` returns. The members of a replaced value are not
 * visited.
 */
export function editPlaces(
  document: unknown,
  node: SchemaNode,
  edit: (occurrence: Occurrence) => unknown,
): unknown {
  const edited = editAt(document, { place: '', node, freeDepth: 0, isMember: false }, edit);
  return edited === removed ? undefined : edited;
}

function editAt(
  value: unknown,
  position: Position,
  edit: (occurrence: Occurrence) => unknown,
): unknown {
  const kind = kindOf(value);
  const { node, isMember } = position;
  const place = position.place.endsWith('*') ? `${position.place}:${kind}` : position.place;
  const edited = edit({ place, value, isMember, allowed: valuesOf(node) });
  if (edited !== value || position.freeDepth > maxFreeDepth) return edited;
  if (Array.isArray(value)) return editItems(value, position, edit);
  return kind === 'object' ? editMembers(value as object, position, edit) : value;
}

function editItems(
  items: readonly unknown[],
  { place, node, freeDepth }: Position,
  edit: (occurrence: Occurrence) => unknown,
): readonly unknown[] {
  const inner = itemsOf(node);
  const position = {
    place: `${place}/*`,
    node: inner,
    freeDepth: inner.length === 0 ? freeDepth + 1 : 0,
    isMember: false,
  };
  const edited = items.map((item, at) => (at < maxItems ? editAt(item, position, edit) : item));
  const kept = edited.filter((item) => item !== removed);
  return kept.length === items.length && kept.every((item, at) => item === items[at])
    ? items
    : kept;
}

function editMembers(
  members: object,
  { place, node, freeDepth }: Position,
  edit: (occurrence: Occurrence) => unknown,
): object {
  let changed = false;
  const others = otherMembers(node);
  const edited = Object.entries(members).flatMap(([name, value]) => {
    const named = namedMember(node, name);
    const isShown =
      named === undefined ? others.length > 0 || memberNames(node).length === 0 : !isExtra(named);
    if (!isShown) return [[name, value] as const];
    const position = {
      place: `${place}/${named === undefined ? '*' : name}`,
      node: named ?? others,
      freeDepth: named === undefined && others.length === 0 ? freeDepth + 1 : 0,
      isMember: true,
    };
    const replaced = editAt(value, position, edit);
    changed ||= replaced !== value;
    return replaced === removed ? [] : [[name, replaced] as const];
  });
  return changed ? Object.fromEntries(edited) : members;
}

/** Returns the kind of a JSON value. */
export function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'object') {
    return typeof value as 'string' | 'boolean' | 'object';
  }
  return typeof value === 'number' && !Number.isInteger(value) ? 'double' : 'number';
}
