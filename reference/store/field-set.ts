import type { Bitset } from './bitset.ts';
import type { FieldData } from './field-data.ts';
import {
  composeNested,
  fieldBytes,
  ordinalTermIndex,
  presentIn,
  textTermIndex,
} from './field-data.ts';
import type { FieldReader, NestedDocuments, TermIndex } from './segment.ts';

/** Nested documents whose fields can be merged. */
export interface NestedSet extends NestedDocuments {
  readonly fields: FieldSet;
}

/** The fields of a set of documents, in a form that can be merged. */
export interface FieldSet extends FieldReader {
  readonly size: number;
  readonly data: ReadonlyMap<string, FieldData>;
  /** Top-level nested fields of this set. */
  readonly children: ReadonlyMap<string, NestedSet>;
  readonly bytes: number;
}

/** Creates the field set of `size` documents. */
export function createFieldSet(
  size: number,
  data: ReadonlyMap<string, FieldData>,
  children: ReadonlyMap<string, NestedSet>,
): FieldSet {
  const indices = new Map<string, TermIndex>();
  const presents = new Map<string, Bitset>();
  let bytes = 0;
  for (const field of data.values()) bytes += fieldBytes(field);
  for (const child of children.values()) bytes += child.fields.bytes + child.parents.byteLength;

  const termIndex = (field: string): TermIndex | undefined => {
    const found = data.get(field);
    if (found === undefined || found.kind === 'numeric') return undefined;
    const known = indices.get(field);
    if (known !== undefined) return known;
    const index = found.kind === 'text' ? textTermIndex(found) : ordinalTermIndex(found);
    indices.set(field, index);
    return index;
  };
  const present = (field: string): Bitset | undefined => {
    const known = presents.get(field);
    if (known !== undefined) return known;
    const found = findPresent(data, field);
    if (found !== undefined) presents.set(field, found);
    return found;
  };
  return {
    size,
    data,
    children,
    bytes,
    terms: termIndex,
    present,
    column(field) {
      const found = data.get(field);
      return found === undefined || found.kind === 'text' ? undefined : found;
    },
    nested(path) {
      const direct = children.get(path);
      if (direct !== undefined) return direct;
      for (const child of children.values()) {
        const inner = path.startsWith(`${child.path}.`) ? child.fields.nested(path) : undefined;
        if (inner !== undefined) return composeNested(child, inner);
      }
      return undefined;
    },
  };
}

function findPresent(data: ReadonlyMap<string, FieldData>, field: string): Bitset | undefined {
  // A range has a column for each bound.
  const own = data.get(field) ?? data.get(`${field}#gte`);
  return own?.kind === 'text' ? own.present : own && presentIn(own);
}
