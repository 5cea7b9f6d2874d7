import { Bitset } from '../../store/bitset.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { Scope } from './weight.ts';

/** A metadata field, which is not in the mapping. */
export interface MetadataField {
  readonly type: '_id' | '_index' | '_routing';
  readonly name: string;
}

/** A field that can be queried. */
export type QueriedField = LeafField | MetadataField;

/** Returns the metadata field with a name, or undefined. */
export function metadataField(name: string): MetadataField | undefined {
  return name === '_id' || name === '_index' || name === '_routing'
    ? { type: name, name }
    : undefined;
}

/** Returns the documents of a segment that have one of these ids. */
export function docsWithIds({ segment, size }: Scope, ids: readonly string[]): Bitset {
  const docs = new Bitset(size);
  for (const id of ids) {
    const doc = segment?.find(id);
    if (doc !== undefined) docs.set(doc);
  }
  return docs;
}
