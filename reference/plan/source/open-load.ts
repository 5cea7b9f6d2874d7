import { finishWork } from '../../base/work.ts';
import { onShard } from '../../search/prepare-search.ts';
import { compileQuery } from '../../search/query/compile.ts';
import type { Matches } from '../../search/query/weight.ts';
import { scopeOf } from '../../search/query/weight.ts';
import type { Cells } from '../page.ts';
import { repeated } from '../page.ts';
import type { SourceLoad } from '../plan.ts';
import type { Column } from '../../store/segment.ts';
import { ignoredField } from '../../store/ignored-field.ts';
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
    return { load: loadNulls, readsSource: false, counts: false };
  }
  if (!field.doc_values || type === 'text') {
    return { load: sourceReader(field, mapping), readsSource: true, counts: true };
  }
  const column = view.segment.column(field.name);
  const load = column === undefined ? loadNulls : columnLoad(column);
  return { load, readsSource: false, counts: true };
}

function metadataLoader(
  { name }: Load<'metadata'>,
  { shard, view }: SourcePart,
  matches: readonly Matches[],
): Loader {
  const { name: index } = shard.index;
  const ignored = view.segment.column(ignoredField.name);
  const loads: Readonly<Record<typeof name, (batch: DocBatch) => Cells>> = {
    _index: ({ docs }) => repeated(index, docs.length),
    _id: ({ docs, segment }) => docs.map((doc) => segment.id(doc)),
    _source: ({ docs, segment }) => docs.map((doc) => segment.source(doc)),
    _version: ({ docs, segment }) => docs.map((doc) => segment.version(doc)),
    _score: ({ docs }) => docs.map((doc) => scoreOf(doc, matches)),
    _ignored: ignored === undefined ? loadNulls : columnLoad(ignored),
  };
  return { load: loads[name], readsSource: false, counts: name !== '_ignored' };
}

function loadNulls({ docs }: DocBatch): Cells {
  return repeated(null, docs.length);
}

function columnLoad(column: Column): Loader['load'] {
  return ({ docs }) => loadColumn(column, docs);
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
  const match = {
    kind: 'match',
    field,
    query,
    operator: 'or',
    minimum_should_match: undefined,
    analyzer: undefined,
    zeroTerms: 'none',
    lenient: false,
    boost: 1,
  } as const;
  const context = { index, snapshot, now_ms, nestedPath: undefined };
  return onShard(shard, () => {
    const weight = finishWork(compileQuery(match, context));
    return finishWork(weight(scopeOf(view.segment)));
  });
}

function matchLoader(matches: Matches | undefined): Loader {
  const isMatch = (doc: number): boolean =>
    matches !== undefined && (matches.docs === undefined || matches.docs.has(doc));
  return {
    readsSource: false,
    counts: false,
    load: ({ docs }) => docs.map((doc) => Number(isMatch(doc))),
  };
}
