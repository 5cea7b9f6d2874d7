import type { Details } from './details.ts';

const words = { term: { k: 'a' } };
const condition = { application: 'apm', privileges: ['config_agent:read'], resources: ['-'] };
const filters: readonly unknown[] = [
  words,
  { terms: { k: ['a', 'b'] } },
  { range: { n: { gte: 0, lte: 9 } } },
  { match: { k: { query: 'a', operator: 'or' } } },
];
const sorts: readonly unknown[] = [
  [{ n: { order: 'asc', format: 'strict_date', numeric_type: 'long' } }],
  { d: { order: 'desc', format: 'yyyy-MM-dd', numeric_type: 'date_nanos' } },
  { n: 'asc' },
  ['n', '_doc'],
];
const types = ['text', 'date', 'long', 'ip', 'nested', 'integer_range', 'boolean', 'double'];
const fields = {
  k: { type: 'keyword', copy_to: 'all', doc_values: true },
  all: { type: 'text', analyzer: 'standard', search_analyzer: 'standard' },
  o: { type: 'object', properties: { n: { type: 'long' } } },
};
const settings = {
  'index.lifecycle.name': '$new',
  'index.lifecycle.rollover_alias': '$new-alias',
  'index.lifecycle.origination_date': 1_600_000_000_000,
  'index.lifecycle.parse_origination_date': false,
  'index.max_result_window': 9000,
};
const limits = Object.fromEntries(
  ['max', 'min'].flatMap((side) => [
    [`${side}_age`, '3d'],
    [`${side}_docs`, 5],
    [`${side}_size`, '2gb'],
    [`${side}_primary_shard_size`, '1gb'],
    [`${side}_primary_shard_docs`, 4],
  ]),
);
const aggregations = {
  t: { terms: { field: 'k', size: 3, shard_size: 9, missing: 'z' } },
  d: {
    date_histogram: { field: 'd', calendar_interval: 'day', min_doc_count: 1, time_zone: 'UTC' },
  },
  s: { sum: { field: 'n' } },
  a: { avg: { field: 'n' } },
  v: { value_count: { field: 'n' } },
  m: { min: { field: 'n' } },
};

/** Further requests of operations, for members that cannot stand in one body. */
export const moreDetails: Readonly<Record<string, readonly Details[]>> = {
  createIndex: [
    { path: '/$new', body: { settings, aliases: { '$new-alias': { is_write_index: true } } } },
    { path: '/$new', body: { mappings: { dynamic: 'false', properties: fields } } },
    ...types.map((type) => ({
      path: '/$new',
      body: { mappings: { properties: { x: { type } } } },
    })),
  ],
  searchByGet: filters.map((query) => ({ body: { query, from: 1, size: 2 } })),
  search: [
    ...sorts.map((sort) => ({ body: { sort } })),
    { body: { sort: ['n'], search_after: [0] } },
    { path: '/$books/_search?scroll=1m', body: { size: 1, slice: { id: 0, max: 2, field: 'n' } } },
    { body: { size: 0, aggregations } },
    { body: { size: 1, post_filter: words, min_score: 0, terminate_after: 5, fields: ['n'] } },
    { body: { docvalue_fields: ['n'], stored_fields: ['n'], explain: true, profile: true } },
    { body: { timeout: '5s', stats: ['a'], version: true, seq_no_primary_term: true } },
  ],
  searchAll: [
    { body: { pit: { id: '$pit', keep_alive: '1m' }, slice: { id: 1, max: 2 }, sort: ['n'] } },
    { body: { pit: { id: '$pit', keep_alive: '1m' }, track_total_hits: false } },
  ],
  continueScroll: [{ body: { scroll: '1m', scroll_id: '$scroll' } }],
  continueScrollByGet: [{ body: { scroll: '1m', scroll_id: '$scroll' } }],
  clearScroll: [{ path: '/_search/scroll?scroll_id=$scroll' }],
  clearScrollInPath: [
    { path: '/_search/scroll/none', body: { scroll_id: '$scroll' }, isWhole: true },
  ],
  closePointInTime: [{ body: { id: '$pit' } }],
  runQuery: [
    ...filters.map((filter) => ({ body: { query: 'FROM $books | LIMIT 5', filter } })),
    { body: { query: 'FROM $books | STATS c = COUNT(*)', approximation: false } },
    { body: { query: 'ROW a = ?x', params: [{ x: 'y' }], locale: 'de-DE', time_zone: '+02:00' } },
  ],
  runAsyncQuery: [
    ...filters.map((filter) => ({
      body: { query: 'FROM $books | LIMIT 5', filter, columnar: true, keep_alive: '1m' },
    })),
    {
      body: {
        query: 'FROM $books | STATS c = COUNT(*)',
        approximation: false,
        locale: 'en',
        time_zone: 'UTC',
      },
    },
  ],
  runSql: [
    ...filters.map((filter) => ({ body: { query: 'SELECT n FROM "$books"', filter } })),
    { path: '/_sql?format=json', body: { cursor: '$cursor' } },
    { path: '/_sql?format=txt', body: { query: 'SELECT 1', fetch_size: 2 } },
  ],
  putIndexTemplate: [
    {
      path: '/_index_template/$new',
      body: { index_patterns: ['$new-stream'], data_stream: {}, priority: 500, _meta: { a: 1 } },
    },
  ],
  putLifecyclePolicy: [
    {
      body: {
        policy: {
          phases: {
            hot: { min_age: '0ms', actions: { rollover: limits } },
            delete: { min_age: '1d', actions: { delete: {} } },
          },
        },
      },
    },
  ],
  createRole: [{ body: { cluster: ['manage_own_api_key'], applications: [condition] } }],
  createApiKey: [
    { body: { name: '$new', role_descriptors: { r: { applications: [condition] } } } },
  ],
  getApiKeys: ['id=none', 'name=$new', 'username=$user', 'owner=true'].map((query) => ({
    path: `/_security/api_key?${query}`,
  })),
  explainLifecycle: [{ path: '/$books/_ilm/explain?only_errors=true&only_managed=false' }],
  updateAliases: [
    { body: { actions: [{ remove: { index: '$books', alias: '$new' } }] }, isWhole: true },
    { body: { actions: [{ remove_index: { index: '$new' } }] }, isWhole: true },
  ],
};
