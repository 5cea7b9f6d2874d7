/**
 * The most that the kit asks of a server, in scenarios and in properties. `driver/harmless.ts` refuses to send a
 * request that asks for more.
 */
export const bounds = Object.freeze({
  /** Length of a request body. */
  bodyLength: 200_000,
  /** Objects and lists inside each other in a request body. */
  bodyDepth: 100,
  /** Hits of a page, rows of an SQL page, and buckets that one aggregation names. */
  pageSize: 20_000,
  /** The greatest `from`. */
  from: 100_000,
  /** A greater number is no integer to any server, so that it asks for nothing. */
  integer: 2 ** 31 - 1,
  /** Aggregations inside each other over documents; each level multiplies the buckets. */
  aggregationDepth: 3,
  /** The shortest interval of a histogram that also returns its empty buckets: 69,000 for the dates of the features. */
  interval_ms: 120_000,
  shards: 1025,
  replicas: 2,
  slices: 1025,
  /** Keep time of a scroll or a point in time. */
  keep_ms: 3_600_000,
  /** Scrolls that one step opens. */
  scrolls: 510,
  /** Documents that one step writes. */
  documents: 20_000,
  /** Requests that one step repeats. */
  repetitions: 1000,
  /** Pages of a walk. No walk of the suite needs more, so a longer one is assumed to be endless. */
  walkPages: 200,
  /** API keys that one step creates. */
  keys: 150,
  /** Lists that a slow query expands against each other; each multiplies the rows by `slowListLength`. */
  slowLists: 16,
  /** The same for a query that runs until it is deleted: more than 10^10 rows for each document. */
  endlessLists: 17,
  slowListLength: 4,
  /** Documents and shards of the index of a generated corpus. */
  corpusDocuments: 24,
  corpusShards: 3,
  /** Commands of a generated sequence. */
  commands: 24,
  /** Requests of a generated list of single requests. */
  requests: 80,
});
