import type { FieldSet } from './field-set.ts';
import type { Texts } from './growable.ts';
import { textAt } from './growable.ts';
import type { IdTable } from './id-table.ts';
import { hashId } from './id-table.ts';
import type { Segment } from './segment.ts';

/** The parts of a segment. */
export interface SegmentParts {
  readonly ids: IdTable;
  readonly sources: Texts;
  readonly sequences: Float64Array;
  readonly versions: Float64Array;
  readonly fields: FieldSet;
}

/** A segment that can be merged with others. */
export interface MemorySegment extends Segment {
  readonly parts: SegmentParts;
}

/** Name of the column with the routing of documents. */
export const routingField = '_routing';

/** Creates a segment from its parts. */
export function createSegment(parts: SegmentParts): MemorySegment {
  const { ids, sources, sequences, versions, fields } = parts;
  const routingColumn = fields.column(routingField);
  return {
    parts,
    size: fields.size,
    column: fields.column,
    terms: fields.terms,
    present: fields.present,
    nested: fields.nested,
    id: ids.at,
    ids: ids.texts,
    source: (doc) => textAt(sources, doc),
    sources,
    sequence: (doc) => sequences[doc]!,
    version: (doc) => versions[doc]!,
    find: (id) => ids.find(id, hashId(id)),
    routing(doc) {
      if (routingColumn?.kind !== 'ordinal') return undefined;
      const at = routingColumn.starts[doc]!;
      if (at === routingColumn.starts[doc + 1]) return undefined;
      return routingColumn.terms.at(routingColumn.ordinals[at]!);
    },
    bytes:
      ids.bytes +
      sources.bytes.length +
      sources.starts.byteLength +
      sequences.byteLength * 2 +
      fields.bytes,
  };
}
