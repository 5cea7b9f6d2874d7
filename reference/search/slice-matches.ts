import { refuse } from '../base/service-error.ts';
import type { Work } from '../base/work.ts';
import { DocSet } from '../store/doc-set.ts';
import { isNumberField } from '../store/field-type.ts';
import type { SegmentView } from '../store/segment.ts';
import type { Slice } from './search-request.ts';
import type { IndexView } from './shard-target.ts';

/** The hash of a string: s[0]·31^(n-1) + … + s[n-1], as a signed 32-bit integer. Slices use that of `_id` or of a value. */
function hashCode(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Returns the remainder with the sign of the divisor. */
function floorMod(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** The part of one shard in a slice: all, none, or documents chosen by a hash. */
export type ShardSlice =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'part'; readonly id: number; readonly max: number };

/**
 * Returns the part of a shard in a slice, by the number of the shard in the request and the number of shards.
 *
 * Clauses: slice.scroll-union-complete, slice.scroll-slices-disjoint, slice.one-shard-is-split,
 * slice.more-shards-than-slices, slice.more-slices-than-shards, slice.point-in-time-union-complete,
 * slice.point-in-time-slices-disjoint, slice.whole-shards-first, slice.routing-key-in-one-slice.
 */
export function sliceOfShard({ id, max }: Slice, shard: number, shards: number): ShardSlice {
  if (max < shards) return { kind: shard % max === id ? 'all' : 'none' };
  const target = id % shards;
  if (target !== shard) return { kind: 'none' };
  const parts = Math.floor(max / shards) + (max % shards > target ? 1 : 0);
  return parts === 1 ? { kind: 'all' } : { kind: 'part', id: Math.floor(id / shards), max: parts };
}

/**
 * Throws a ServiceError if a slice is not allowed on an index: too many slices, or a field without numeric doc values.
 *
 * Clauses: slice.field-not-numeric-refused, slice.field-without-doc-values-refused.
 */
export function checkSlice(slice: Slice, index: IndexView, isPointInTime: boolean): void {
  const { max, field } = slice;
  const limit = index.settings.max_slices_per_scroll;
  if (max > limit) {
    refuse(
      `The number of slices [${max}] is too large. It must be less than [${limit}]. This limit can be set by changing the [index.max_slices_per_scroll] index level setting.`,
    );
  }
  if (field === undefined || field === '_doc') return;
  if (field === '_id') {
    if (isPointInTime) refuse('cannot slice on [_id] when using [point-in-time]');
    return;
  }
  const type = index.mapping.field(field);
  if (type === undefined) return refuse(`field ${field} not found`);
  const isNumeric = isNumberField(type) || ['date', 'date_nanos', 'boolean'].includes(type.type);
  if (!isNumeric || !type.doc_values) refuse(`cannot load numeric doc values on ${field}`);
}

/** How documents are assigned to slices. */
interface SliceBy {
  readonly field: string | undefined;
  /** True to slice by document number, which is constant in a point in time; a scroll slices by the hash of `_id`. */
  readonly isPointInTime: boolean;
}

/**
 * Finds the documents of a segment that are in a part of its shard. Without a field, floorMod(hashCode(_id), max)
 * decides; with a field, the hash of its first value does, or of 0 if it has no value.
 *
 * Clauses: slice.membership-repeatable, slice.field-union-complete, slice.field-slices-disjoint, slice.field-timestamp,
 * slice.field-first-value, slice.finer-slices-nest, slice.same-id-same-slice.
 */
export function* docsInSlice(
  view: SegmentView,
  { id, max }: { readonly id: number; readonly max: number },
  by: SliceBy,
): Work<DocSet> {
  const { size, stride } = view.segment;
  const partOf = partOfDoc(view, by);
  const docs = new DocSet(size);
  for (let doc = 0; doc < size; doc++) {
    if (floorMod(partOf(doc), max) === id) docs.set(doc);
    if (doc % stride === 0) yield;
  }
  return docs;
}

function partOfDoc(
  { segment, base }: SegmentView,
  { field, isPointInTime }: SliceBy,
): (doc: number) => number {
  if (field !== undefined && field !== '_id' && field !== '_doc') {
    const column = segment.column(field);
    return (doc) => hashCode(String(column?.(doc)[0] ?? 0));
  }
  if (isPointInTime) return (doc) => base + doc;
  return (doc) => hashCode(segment.id(doc));
}
