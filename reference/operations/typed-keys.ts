import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Aggregation } from '../search/aggregations/aggregation.ts';

type Aggregations = ReadonlyMap<string, Aggregation>;

/**
 * Returns the aggregations of an answer with each name prefixed by the type of the aggregation, as in `sterms#name`.
 * Takes the results and the requested aggregations.
 */
export function typedKeys(results: JsonValue, requested: Aggregations): JsonValue {
  if (!isJsonObject(results)) return results;
  return Object.fromEntries(
    Object.entries(results).map(([name, value]) => {
      const aggregation = requested.get(name);
      if (aggregation === undefined || !isJsonObject(value)) return [name, value];
      return [`${typeOf(aggregation, value)}#${name}`, withTypedBuckets(value, aggregation)];
    }),
  );
}

function withTypedBuckets(value: JsonObject, aggregation: Aggregation): JsonObject {
  const { buckets } = value;
  if (!('children' in aggregation) || buckets === undefined) return value;
  const typed = (bucket: JsonValue) => typedKeys(bucket, aggregation.children);
  if (Array.isArray(buckets)) return { ...value, buckets: buckets.map(typed) };
  if (!isJsonObject(buckets)) return value;
  const entries = Object.entries(buckets).map(([key, bucket]) => [key, typed(bucket)] as const);
  return { ...value, buckets: Object.fromEntries(entries) };
}

/** Returns the type of an aggregation; that of `terms` depends on the type of its keys. */
function typeOf({ kind }: Aggregation, { buckets }: JsonObject): string {
  if (kind !== 'terms') return kind;
  const keys = (Array.isArray(buckets) ? buckets : []).map((bucket: JsonValue) =>
    isJsonObject(bucket) ? bucket['key'] : undefined,
  );
  if (keys.length === 0 || keys.some((key) => typeof key === 'string')) return 'sterms';
  return keys.every((key) => typeof key === 'bigint' || Number.isInteger(key))
    ? 'lterms'
    : 'dterms';
}
