import type { JsonValue } from '../../base/json.ts';
import { parseJson, showJson } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { sourcesOf, valuesAt } from '../../search/hit-fields.ts';
import type { LeafField } from '../../store/field-type.ts';
import { ignoredField } from '../../store/ignored-field.ts';
import type { Column } from '../../store/segment.ts';
import { readValue } from '../../store/values/read-value.ts';
import type { Cell, Scalar } from '../cells.ts';
import { cellOf, valuesOf } from '../cells.ts';
import { plain } from '../map-key.ts';
import { rememberLast } from '../functions/call.ts';
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
      const current = doc;
      yield new Row([], (at) => load(current, at));
    }
    yield;
  }
}

/** Returns the function that loads a cell of a document of a segment. */
function loaderOf(loads: readonly SourceLoad[], part: SourcePart, run: Run) {
  // The cells of one row are mostly read one after the other.
  const body = rememberLast((doc: number) => parseJson(part.view.segment.source(doc)));
  const readers: Reader[] = [];
  return (doc: number, at: number): Cell => {
    const load = loads[at];
    if (load === undefined) return null;
    const cell = (readers[at] ??= readerOf(load, part, body))(doc);
    run.values_loaded += valuesOf(cell).length;
    return cell;
  };
}

function readerOf(
  load: SourceLoad,
  { shard, view: { segment } }: SourcePart,
  body: (doc: number) => JsonValue,
): Reader {
  if (load.kind === 'field') {
    const { mapping } = shard.index;
    const field = mapping.field(load.field);
    const isShown = field !== undefined && columnTypeOf(field) === load.type;
    if (!isShown || load.type === 'unsupported' || field.nestedPath !== undefined)
      return () => null;
    const isStored = field.doc_values && load.type !== 'text';
    return isStored
      ? ofColumn(segment.column(field.name))
      : ofBody(sourcesOf(field, mapping), field, body);
  }
  const loads: Readonly<Record<typeof load.name, Reader>> = {
    _index: () => shard.index.name,
    _id: (doc) => segment.id(doc),
    _source: (doc) => segment.source(doc),
    _version: (doc) => segment.version(doc),
    _ignored: ofColumn(segment.column(ignoredField.name)),
  };
  return loads[load.name];
}

function ofColumn(column: Column | undefined): Reader {
  return (doc) => {
    const values = column?.[doc] ?? [];
    return cellOf(values.map((value) => (typeof value === 'bigint' ? plain(value) : value)));
  };
}

/** Reads the values of a field from the bodies of documents: for texts, and fields without a column. */
function ofBody(
  paths: readonly string[],
  field: LeafField,
  body: (doc: number) => JsonValue,
): Reader {
  return (doc) => {
    const found = paths.flatMap((path) => valuesAt(body(doc), path));
    return cellOf(found.flatMap((value) => storedValue(value, field)));
  };
}

/** Returns a value as stored in a column; an empty list if it is malformed (`ignore_malformed`) or too long. */
function storedValue(value: JsonValue, field: LeafField): readonly Scalar[] {
  if (field.type === 'text') return [showJson(value)];
  try {
    const stored = readValue(value, field);
    return stored === undefined || typeof stored === 'object' ? [] : [stored];
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}
