import type { JsonObject } from '../../base/json.ts';
import { SplitMap } from '../../store/split-map.ts';
import type { Yielder } from '../../base/yielder.ts';
import { stride } from '../../base/yielder.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { TermsAggregation } from './aggregation.ts';
import { identity } from '../../store/growable.ts';
import { passTo } from './batch.ts';
import type { Collect } from './batch.ts';
import type { Bucket, BucketTable } from './buckets.ts';
import { bucketTable, compareBuckets } from './buckets.ts';
import type { BucketCount, Collector, Collectors, CollectScope } from './collector.ts';
import { enterAll, resultsOf } from './collector.ts';
import type { Value, ValueReader, Visit } from './values.ts';
import { ordinalCollect } from './ordinal-collect.ts';
import {
  aggregatedField,
  ordinalsOf,
  readIndexName,
  readValues,
  repeats,
  valueText,
} from './values.ts';

/** The parts of a `terms` aggregation. */
export interface TermsParts {
  readonly definition: TermsAggregation;
  readonly children: Collectors;
  readonly buckets: BucketCount;
}

/** Starts a `terms` aggregation: a bucket for each distinct value, with exact counts. */
export function termsCollector({ definition, children, buckets }: TermsParts): Collector {
  const { size, min_doc_count, missing, order } = definition;
  const table = bucketTable(buckets, children);
  const compare = compareBuckets(order, children);
  const unlisted: UnlistedValues[] = [];
  let universe: SplitMap<Value, true> | undefined;
  let shown: LeafField | undefined;
  /** Memory of the numbers of the terms of the present segment. */
  let numbers_bytes = 0;
  const reserveNumbers = (bytes: number): void => {
    buckets.reserve(bytes);
    numbers_bytes += bytes;
  };
  return {
    enter(scope) {
      reserveNumbers(-numbers_bytes);
      const field = aggregatedField(definition.field, scope);
      shown ??= field;
      const read =
        definition.field === '_index' ? readIndexName(scope) : readValues(field, scope, missing);
      if (min_doc_count === 0) unlisted.push({ read, scope });
      const deeper = enterAll(children, scope);
      const ordinals = missing === undefined ? ordinalsOf(field, scope) : undefined;
      return ordinals === undefined
        ? valueCollect(read, { table, deeper })
        : ordinalCollect(ordinals, { table, deeper, reserve: reserveNumbers });
    },
    async result(parent, yielder) {
      universe ??= await valuesOf(unlisted, yielder);
      let seen = 0;
      for (const part of universe.parts) {
        for (const value of part.keys()) {
          table.numberOf(parent, value);
          if (++seen % stride === 0) await yielder.yieldIfDue();
        }
      }
      const choice = { size, min_doc_count, compare };
      const { listed, total } = await table.first(parent, choice, yielder);
      buckets.add(listed.length);
      return {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: listed.reduce((rest, { count }) => rest - count, total),
        buckets: await bucketResults(listed, { children, field: shown }, yielder),
      };
    },
    valueOf: undefined,
  };
}

interface Counting {
  readonly table: BucketTable;
  readonly deeper: Collect | undefined;
}

/** Counts documents by their values; a value that a document has several times counts once. */
function valueCollect(read: ValueReader, { table, deeper }: Counting): Collect {
  const passing = passTo(deeper);
  const isKnown = repeats();
  const visit: Visit = (value, doc, parent) => {
    if (isKnown(value, doc, parent)) return;
    const number = table.add(parent, value);
    passing?.add(doc, number);
  };
  return (batch) => {
    read(batch, visit);
    passing?.flush();
  };
}

async function bucketResults(
  buckets: readonly Bucket[],
  { children, field }: { readonly children: Collectors; readonly field: LeafField | undefined },
  yielder: Yielder,
): Promise<readonly JsonObject[]> {
  const results: JsonObject[] = [];
  for (const { key, count, number } of buckets) {
    const text = valueText(field, key);
    results.push({
      key,
      ...(text === undefined ? {} : { key_as_string: text }),
      doc_count: count,
      ...(await resultsOf(children, number, yielder)),
    });
    await yielder.yieldIfDue();
  }
  return results;
}

interface UnlistedValues {
  readonly read: ValueReader;
  readonly scope: CollectScope;
}

/** Returns all values of segments: with `min_doc_count` 0, values of documents that do not match are listed too. */
async function valuesOf(
  segments: readonly UnlistedValues[],
  yielder: Yielder,
): Promise<SplitMap<Value, true>> {
  const values = new SplitMap<Value, true>();
  for (const { read, scope } of segments) {
    for (let from = 0; from < scope.segment.size; from += stride) {
      const docs = identity(scope.segment.size).subarray(from, from + stride);
      read({ docs, buckets: docs, length: docs.length }, (value) => {
        if (values.get(value) === undefined) values.add(value, true);
      });
      await yielder.yieldIfDue();
    }
  }
  return values;
}
