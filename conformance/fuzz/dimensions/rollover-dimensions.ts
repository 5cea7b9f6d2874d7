import type { DimensionTable, Row } from './table.ts';

/** What a policy finds when it runs again and again, with what can meet in it. */
const levels = {
  kind: ['alias', 'data stream'],
  maximum: ['max_docs', 'max_age', 'max_size', 'max_primary_shard_size', 'max_primary_shard_docs'],
  minimum: [
    'no minimum',
    'min_docs',
    'min_age',
    'min_size',
    'min_primary_shard_size',
    'min_primary_shard_docs',
  ],
  beside: ['alone', 'beside an unmet maximum', 'beside a met minimum'],
  first: [
    'all met',
    'maximum unmet',
    'minimum unmet',
    'no documents',
    'documents deleted',
    'a full shard',
    'a shard that is nearly full',
  ],
  shards: ['1 shard', '3 shards'],
  replicas: ['no replicas', '1 replica'],
  origin: ['no origin', 'an older date in a setting', 'an older date in its name'],
  aliases: ['one alias', 'another alias beside'],
  units: ['d and gb', 'h and mb', 'm and kb', 's and b', 'ms and tb'],
  later: ['no other phase', 'delete phase'],
  read: ['by a search', 'by a query'],
  policy: ['written once', 'over another', 'before an invalid one'],
} as const;

type RolloverLevels = typeof levels;

/** An index under a policy: one value of each dimension. */
export type RolloverRow = Row<RolloverLevels>;

/** The clauses that what becomes of an index with a value follows from. */
const clauses = {
  alias: ['rollover.moves-alias', 'rollover.moves-alias-each-time'],
  'data stream': ['rollover.data-stream-new-write-index', 'rollover.data-stream-generation'],
  max_age: ['rollover.max-age-triggers', 'rollover.max-age-not-before'],
  max_docs: ['rollover.max-docs-triggers', 'rollover.max-docs-not-below'],
  max_size: ['rollover.max-size-triggers', 'rollover.max-size-not-below'],
  max_primary_shard_size: ['rollover.max-primary-shard-size-triggers'],
  max_primary_shard_docs: ['rollover.max-primary-shard-docs-triggers'],
  min_age: ['rollover.min-age-blocks', 'rollover.min-age-lets-pass'],
  min_docs: ['rollover.min-docs-blocks', 'rollover.min-docs-lets-pass'],
  min_size: ['rollover.min-size-blocks', 'rollover.min-size-lets-pass'],
  min_primary_shard_size: [
    'rollover.min-primary-shard-size-blocks',
    'rollover.min-primary-shard-size-lets-pass',
  ],
  min_primary_shard_docs: [
    'rollover.min-primary-shard-docs-blocks',
    'rollover.min-primary-shard-docs-lets-pass',
  ],
  'beside an unmet maximum': ['rollover.any-max-suffices'],
  'maximum unmet': ['rollover.no-max-met-waits', 'rollover.waiting-ends-when-met'],
  'minimum unmet': ['rollover.all-min-required', 'rollover.waiting-ends-when-met'],
  'no documents': ['rollover.empty-index-stays'],
  'documents deleted': ['rollover.empty-index-stays'],
  'a full shard': ['rollover.shard-document-ceiling'],
  'a shard that is nearly full': ['rollover.shard-document-ceiling-not-below'],
  'another alias beside': ['rollover.alias-setting'],
  'over another': ['lifecycle.put-creates-policy'],
  'before an invalid one': ['rollover.only-min-refused'],
  'delete phase': [
    'rollover.delete-counts-from-rollover',
    'rollover.delete-not-from-creation',
    'rollover.waiting-blocks-later-phases',
  ],
} as const;

/** With several shards, their sum and the largest of them lead to different decisions. */
const together = [
  {
    values: { maximum: ['max_size'], shards: ['3 shards'] },
    clauses: ['rollover.max-size-sums-primaries'],
  },
  ...(['size', 'docs'] as const).map((name) => ({
    values: { maximum: [`max_primary_shard_${name}`], shards: ['3 shards'] },
    clauses: [`rollover.max-primary-shard-${name}-is-no-sum`],
  })),
  {
    values: { maximum: ['max_docs'], replicas: ['1 replica'] },
    clauses: ['rollover.max-docs-counts-replicas'],
  },
  {
    values: { maximum: ['max_size'], replicas: ['1 replica'] },
    clauses: ['rollover.max-size-ignores-replicas'],
  },
  {
    values: { maximum: ['max_age'], origin: ['an older date in a setting'] },
    clauses: ['rollover.max-age-ignores-origination-date'],
  },
  {
    values: { maximum: ['max_age'], origin: ['an older date in its name'] },
    clauses: ['rollover.max-age-ignores-parsed-origination-date'],
  },
  {
    values: { first: ['a full shard'], minimum: levels.minimum.slice(1) },
    clauses: ['rollover.shard-document-ceiling-overrides-min'],
  },
  {
    values: { first: ['a full shard'], shards: ['3 shards'] },
    clauses: ['rollover.shard-document-ceiling-any-shard'],
  },
  {
    values: { first: ['a full shard'], maximum: ['max_primary_shard_docs'] },
    clauses: ['rollover.max-primary-shard-docs-above-ceiling'],
  },
] satisfies DimensionTable<RolloverLevels>['together'];

/** All indices under policies, and what cannot meet in them. */
export const rollovers: DimensionTable<RolloverLevels> = {
  levels,
  clauses,
  together,
  lacking: ({ deletes, streams, replicas }) => [
    ...(deletes ? [] : ['documents deleted']),
    ...(streams === false ? ['data stream'] : []),
    ...(replicas === false ? ['1 replica'] : []),
  ],
  shared: [],
  most: 10,
  kept: [],
  // Where nothing else keeps an index from its rollover, each of these decides.
  combinations: [
    { maximum: levels.maximum, beside: ['beside an unmet maximum'], first: ['all met'] },
    { maximum: ['max_docs', 'max_size'], replicas: ['1 replica'], first: ['all met'] },
    { maximum: ['max_age'], origin: levels.origin, first: ['maximum unmet'] },
    { units: levels.units, maximum: ['max_age', 'max_size'], first: ['maximum unmet'] },
    // The age of an index that follows is its own.
    { kind: levels.kind, maximum: ['max_age'], first: ['maximum unmet'] },
    { kind: levels.kind, minimum: ['min_age'], first: ['minimum unmet'] },
  ],
  never: [
    { minimum: ['no minimum'], first: ['minimum unmet'] },
    // Documents of a data stream are only added, and without one the name of its index is not known.
    { kind: ['data stream'], first: ['no documents', 'documents deleted'] },
    // The server names and creates the indices of a data stream.
    { kind: ['data stream'], origin: levels.origin.slice(1) },
    { kind: ['data stream'], aliases: ['another alias beside'] },
    { units: levels.units.slice(1), maximum: ['max_docs', 'max_primary_shard_docs'] },
  ],
};
