import { ignoredField } from '../../store/ignored-field.ts';
import type { IndexValue } from '../../store/parsed-document.ts';
import type { ColumnValue } from '../../store/segment.ts';
import type { Cell } from '../cells.ts';
import { cellOf, valuesOf } from '../cells.ts';
import { plain } from '../../base/map-key.ts';
import type { Rows, Run } from '../operators/run.ts';
import type { SourceLoad } from '../plan.ts';
import { Row } from '../row.ts';
import type { SourcePart } from './open-source.ts';
import { columnTypeOf } from './source-schema.ts';

/** Returns the cell of a document. */
type Reader = (doc: number) => Cell;

/**
 * The documents of a source, segment by segment, in the order in which they were added. A cell is loaded when it is
 * first read: of rows that a later step drops, only what the steps before it need.
 *
 * Clauses: query.documents-found-scan, query.values-loaded-one-field, query.values-loaded-several-fields,
 * query.values-loaded-grows-with-fields.
 */
export function* sourceRows(loads: readonly SourceLoad[], run: Run): Rows {
  for (const part of run.source?.parts ?? []) {
    const load = loaderOf(loads, part, run);
    for (let doc = part.docs.next(0); doc !== -1; doc = part.docs.next(doc + 1)) {
      if (run.stopped) return;
      run.documents_found++;
      yield new Row([], load, doc);
    }
    yield;
  }
}

/** Returns the function that loads a cell of a document of a segment. */
function loaderOf(loads: readonly SourceLoad[], part: SourcePart, run: Run) {
  const readers: Reader[] = [];
  return (doc: number, at: number): Cell => {
    const load = loads[at];
    if (load === undefined) return null;
    const cell = (readers[at] ??= readerOf(load, part))(doc);
    run.values_loaded += valuesOf(cell).length;
    return cell;
  };
}

function readerOf(load: SourceLoad, { shard, view: { segment } }: SourcePart): Reader {
  if (load.kind === 'field') {
    const field = shard.index.mapping.field(load.field);
    const isShown = field !== undefined && columnTypeOf(field) === load.type;
    if (!isShown || load.type === 'unsupported' || field.nestedPath !== undefined)
      return () => null;
    // Texts, and fields without a column, have their values in the order of the document.
    const hasColumn = field.doc_values && load.type !== 'text';
    return ofValues(hasColumn ? segment.column(field.name) : segment.values(field.name));
  }
  const loads: Readonly<Record<typeof load.name, Reader>> = {
    _index: () => shard.index.name,
    _id: (doc) => segment.id(doc),
    _source: (doc) => segment.source(doc),
    _version: (doc) => segment.version(doc),
    _ignored: ofValues(segment.column(ignoredField.name)),
  };
  return loads[load.name];
}

function ofValues(valuesOf: ((doc: number) => readonly IndexValue[]) | undefined): Reader {
  return (doc) => {
    const values = (valuesOf?.(doc) ?? []) as readonly ColumnValue[];
    return cellOf(values.map((value) => (typeof value === 'bigint' ? plain(value) : value)));
  };
}
