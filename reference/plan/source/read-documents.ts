import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, parseJson, showJson } from '../../base/json.ts';
import { lazily } from '../../base/lazily.ts';
import { ServiceError } from '../../base/service-error.ts';
import { sourcesOf, valuesAt } from '../../search/hit-fields.ts';
import type { LeafField } from '../../store/field-type.ts';
import { ignoredField } from '../../store/ignored-field.ts';
import type { Mapping } from '../../store/mapping.ts';
import type { Column } from '../../store/segment.ts';
import { readValue } from '../../store/values/read-value.ts';
import type { Cell, Scalar } from '../cells.ts';
import { cellOf, valuesOf } from '../cells.ts';
import { plain } from '../map-key.ts';
import type { Row, Rows, Run } from '../operators/run.ts';
import type { SourceLoad } from '../plan.ts';
import type { SourcePart } from './open-source.ts';
import { columnTypeOf } from './source-schema.ts';

/** Returns the cell of a document; `body` returns its parsed body. */
type Reader = (doc: number, body: () => JsonObject) => Cell;

/**
 * The documents of a source, segment by segment, in the order in which they were added; only the slots that are used
 * are loaded.
 *
 * Clauses: query.documents-found-scan, query.values-loaded-one-field, query.values-loaded-several-fields,
 * query.values-loaded-grows-with-fields.
 */
export function* sourceRows(loads: readonly SourceLoad[], run: Run): Rows {
  const used = loads.filter(({ at }) => run.used.has(at));
  for (const part of run.source?.parts ?? []) {
    const { segment } = part.view;
    const loaders = used.map((load) => ({ ...load, read: readerOf(load, part) }));
    for (let doc = part.docs.next(0); doc !== -1; doc = part.docs.next(doc + 1)) {
      if (run.stopped) return;
      run.documents_found++;
      const current = doc;
      const body = lazily(() => parseBody(segment.source(current)));
      const row: Row = [];
      for (const load of loaders) {
        const cell = load.read(doc, body);
        row[load.at] = cell;
        run.values_loaded += counts(load) ? valuesOf(cell).length : 0;
      }
      yield row;
    }
    yield;
  }
}

function parseBody(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

/** Returns whether the values of a load count towards `values_loaded`. */
function counts(load: SourceLoad): boolean {
  return load.kind === 'field' || load.name !== '_ignored';
}

function readerOf(load: SourceLoad, { shard, view: { segment } }: SourcePart): Reader {
  if (load.kind === 'field') {
    const { mapping } = shard.index;
    const field = mapping.field(load.field);
    const isShown = field !== undefined && columnTypeOf(field) === load.type;
    if (!isShown || load.type === 'unsupported' || field.nestedPath !== undefined)
      return () => null;
    const isStored = field.doc_values && load.type !== 'text';
    return isStored ? ofColumn(segment.column(field.name)) : ofBody(field, mapping);
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
function ofBody(field: LeafField, mapping: Mapping): Reader {
  const paths = sourcesOf(field, mapping);
  return (_, body) => {
    const found = paths.flatMap((path) => valuesAt(body(), path));
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
