import { stride } from '../../base/yielder.ts';

/** Documents of one segment, each with the number of a bucket. Entries from `length` on have no meaning. */
export interface Batch {
  readonly docs: Uint32Array;
  readonly buckets: Uint32Array;
  readonly length: number;
}

/** Collects documents of a segment, each into a bucket of the parent aggregation. */
export type Collect = (batch: Batch) => void;

/** Passes documents on to the sub-aggregations, many at a time. */
export interface Passing {
  readonly add: (doc: number, bucket: number) => void;
  /** Passes on what is left. */
  readonly flush: () => void;
}

/** Returns what passes documents to some sub-aggregations; undefined if there are none. */
export function passTo(collect: Collect | undefined): Passing | undefined {
  if (collect === undefined) return undefined;
  const batch = { docs: new Uint32Array(stride), buckets: new Uint32Array(stride), length: 0 };
  const flush = (): void => {
    collect(batch);
    batch.length = 0;
  };
  return {
    flush,
    add(doc, bucket) {
      batch.docs[batch.length] = doc;
      batch.buckets[batch.length] = bucket;
      if (++batch.length === stride) flush();
    },
  };
}
