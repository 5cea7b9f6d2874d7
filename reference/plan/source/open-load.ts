import { onShard } from '../../search/prepare-search.ts';
import { compileQuery } from '../../search/query/compile.ts';
import type { Matches } from '../../search/query/weight.ts';
import { scopeOf } from '../../search/query/weight.ts';
import type { Block } from '../block.ts';
import { nullBlock } from '../block.ts';
import type { SourceLoad } from '../plan.ts';
import { ignoredField } from '../../store/ignored-field.ts';
import { loadColumn } from './column-load.ts';
import type { DocBatch } from './doc-batch.ts';
import type { SourcePart } from './open-source.ts';
import { columnTypeOf } from './source-schema.ts';
import { sourceReader } from './value-load.ts';

/** Loads one column for batches of documents. */
export interface Loader {
  readonly load: (batch: DocBatch) => Block;
  /** True if it parses the bodies of documents. */
  readonly readsSource: boolean;
  /** True if its values count towards `values_loaded`. */
  readonly counts: boolean;
}

type Load<Kind extends SourceLoad['kind']> = Extract<SourceLoad, { readonly kind: Kind }>;

/**
 * Returns loaders for the columns of a source in one segment. Throws a ServiceError if a full-text query cannot be run
 * on a field.
 */
export function openLoads(
  loads: readonly SourceLoad[],
  part: SourcePart,
  now_ms: number,
): readonly Loader[] {
  const matches = new Map<SourceLoad, Matches>();
  for (const load of loads) {
    if (load.kind === 'match') matches.set(load, matchesOf(load, part, now_ms));
  }
  return loads.map((load) => {
    if (load.kind === 'field') return fieldLoader(load, part);
    if (load.kind === 'metadata') return metadataLoader(load, part, [...matches.values()]);
    return matchLoader(matches.get(load));
  });
}

function fieldLoader({ field: name, type }: Load<'field'>, { shard, view }: SourcePart): Loader {
  const { mapping } = shard.index;
  const field = mapping.field(name);
  const isShown = field !== undefined && columnTypeOf(field) === type;
  if (!isShown || type === 'unsupported' || field.nestedPath !== undefined) {
    return { load: ({ rows }) => nullBlock(rows), readsSource: false, counts: false };
  }
  const column = field.doc_values && type !== 'text' ? view.segment.column(field.name) : undefined;
  if (column !== undefined) {
    return { load: (batch) => loadColumn(column, batch), readsSource: false, counts: true };
  }
  if (field.doc_values && type !== 'text') {
    return { load: ({ rows }) => nullBlock(rows), readsSource: false, counts: false };
  }
  return { load: sourceReader(field, mapping, type), readsSource: true, counts: true };
}

function metadataLoader(
  { name }: Load<'metadata'>,
  { shard, view }: SourcePart,
  matches: readonly Matches[],
): Loader {
  const { name: index } = shard.index;
  const ignored = view.segment.column(ignoredField.name);
  const loads: Readonly<Record<typeof name, (batch: DocBatch) => Block>> = {
    _index: ({ rows }) => ({ kind: 'constant', rows, values: [index] }),
    _id: (batch) => texts(batch, (doc) => batch.segment.id(doc)),
    _source: (batch) => texts(batch, (doc) => batch.segment.source(doc)),
    _version: (batch) => numbers(batch, (doc) => batch.segment.version(doc)),
    _score: (batch) => numbers(batch, (doc) => scoreOf(doc, matches)),
    _ignored: (batch) =>
      ignored === undefined ? nullBlock(batch.rows) : loadColumn(ignored, batch),
  };
  return { load: loads[name], readsSource: false, counts: name !== '_ignored' };
}

function texts(batch: DocBatch, read: (doc: number) => string): Block {
  const values = Array.from({ length: batch.rows }, (_, row) => read(batch.doc(row)));
  return { kind: 'string', rows: batch.rows, starts: undefined, values };
}

function numbers(batch: DocBatch, read: (doc: number) => number): Block {
  const values = new Float64Array(batch.rows);
  for (let row = 0; row < batch.rows; row++) values[row] = read(batch.doc(row));
  return { kind: 'numeric', rows: batch.rows, starts: undefined, values };
}

/** Returns the score of a document: the sum of the scores of the full-text queries that it matches. */
function scoreOf(doc: number, matches: readonly Matches[]): number {
  return matches.reduce(
    (sum, { docs, score }) => (docs === undefined || docs.has(doc) ? sum + score(doc) : sum),
    0,
  );
}

function matchesOf(
  { field, query }: Load<'match'>,
  { shard, view }: SourcePart,
  now_ms: number,
): Matches {
  const { index, snapshot } = shard;
  return onShard(shard, () =>
    compileQuery(
      {
        kind: 'match',
        field,
        query,
        operator: 'or',
        minimum_should_match: undefined,
        analyzer: undefined,
        zeroTerms: 'none',
        lenient: false,
        boost: 1,
      },
      { index, snapshot, now_ms, nestedPath: undefined },
    )(scopeOf(view.segment)),
  );
}

function matchLoader(matches: Matches | undefined): Loader {
  const docs = matches?.docs;
  return {
    readsSource: false,
    counts: false,
    load: (batch) =>
      docs === undefined
        ? { kind: 'constant', rows: batch.rows, values: [matches === undefined ? 0 : 1] }
        : numbers(batch, (doc) => (docs.has(doc) ? 1 : 0)),
  };
}
