import { ignoredField } from '../../store/ignored-field.ts';
import type { Column } from '../../store/segment.ts';
import type { Cells } from '../page.ts';
import { repeated } from '../page.ts';
import type { SourceLoad } from '../plan.ts';
import { loadColumn } from './column-load.ts';
import type { DocBatch } from './doc-batch.ts';
import type { SourcePart } from './open-source.ts';
import { columnTypeOf } from './source-schema.ts';
import { sourceReader } from './value-load.ts';

/** Loads one column for batches of documents. */
export interface Loader {
  readonly load: (batch: DocBatch) => Cells;
  /** True if it parses the bodies of documents. */
  readonly readsSource: boolean;
  /** True if its values count towards `values_loaded`. */
  readonly counts: boolean;
}

type Load<Kind extends SourceLoad['kind']> = Extract<SourceLoad, { readonly kind: Kind }>;

/** Returns loaders for the columns of a source in one segment. */
export function openLoads(loads: readonly SourceLoad[], part: SourcePart): readonly Loader[] {
  return loads.map((load) =>
    load.kind === 'field' ? fieldLoader(load, part) : metadataLoader(load, part),
  );
}

function fieldLoader({ field: name, type }: Load<'field'>, { shard, view }: SourcePart): Loader {
  const { mapping } = shard.index;
  const field = mapping.field(name);
  const isShown = field !== undefined && columnTypeOf(field) === type;
  if (!isShown || type === 'unsupported' || field.nestedPath !== undefined) {
    return { load: loadNulls, readsSource: false, counts: false };
  }
  if (!field.doc_values || type === 'text') {
    return { load: sourceReader(field, mapping), readsSource: true, counts: true };
  }
  return { load: columnLoad(view.segment.column(field.name)), readsSource: false, counts: true };
}

function metadataLoader({ name }: Load<'metadata'>, { shard, view }: SourcePart): Loader {
  const { name: index } = shard.index;
  const loads: Readonly<Record<typeof name, (batch: DocBatch) => Cells>> = {
    _index: ({ docs }) => repeated(index, docs.length),
    _id: ({ docs, segment }) => docs.map((doc) => segment.id(doc)),
    _source: ({ docs, segment }) => docs.map((doc) => segment.source(doc)),
    _version: ({ docs, segment }) => docs.map((doc) => segment.version(doc)),
    _ignored: columnLoad(view.segment.column(ignoredField.name)),
  };
  return { load: loads[name], readsSource: false, counts: name !== '_ignored' };
}

function loadNulls({ docs }: DocBatch): Cells {
  return repeated(null, docs.length);
}

function columnLoad(column: Column | undefined): Loader['load'] {
  return column === undefined ? loadNulls : ({ docs }) => loadColumn(column, docs);
}
