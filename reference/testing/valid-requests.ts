import type { JsonValue } from '../base/json.ts';

/** A request that the server accepts; the index `books` has the fields `n` (integer) and `k` (keyword). */
export interface ValidRequest {
  readonly operation: string;
  readonly path: string;
  readonly body: JsonValue;
}

const query = {
  bool: {
    must: [
      { match: { k: { query: 'a', operator: 'or', minimum_should_match: 1, lenient: true } } },
    ],
    filter: [
      { range: { n: { gte: 0, lt: 9, boost: 1, relation: 'within' } } },
      { terms: { k: ['a', 'b'], boost: 1 } },
      { exists: { field: 'k', boost: 2 } },
    ],
    should: [
      { term: { k: { value: 'a', boost: 2, case_insensitive: false } } },
      { prefix: { k: { value: 'a', case_insensitive: true } } },
      { wildcard: { k: { value: '*', boost: 1 } } },
      { ids: { values: ['1'], boost: 1 } },
      { constant_score: { filter: { match_all: { boost: 1 } }, boost: 2 } },
      { match_none: { boost: 1 } },
    ],
    must_not: [{ match_phrase: { k: { query: 'z', slop: 0, boost: 1 } } }],
    minimum_should_match: 1,
    boost: 1,
    _name: 'q',
  },
};

const searches: readonly JsonValue[] = [
  {
    query,
    from: 0,
    size: 5,
    sort: [{ n: { order: 'asc', mode: 'min', missing: '_last', unmapped_type: 'long' } }, '_doc'],
    track_total_hits: true,
    _source: { includes: ['n'], excludes: ['k'] },
    track_scores: true,
    min_score: 0.1,
    terminate_after: 9,
    fields: ['n', { field: 'k' }],
    docvalue_fields: ['n', { field: 'k' }],
    version: true,
    seq_no_primary_term: true,
    timeout: '2s',
    stats: ['group'],
  },
  { sort: ['n'], search_after: [0], _source: ['n'], stored_fields: ['_source'] },
  {
    size: 0,
    post_filter: { match_all: {} },
    aggs: {
      k: {
        terms: {
          field: 'k',
          size: 3,
          order: [{ _count: 'desc' }],
          min_doc_count: 0,
          shard_size: 9,
        },
        aggs: { n: { max: { field: 'n', missing: 0 } } },
      },
      c: { cardinality: { field: 'k', precision_threshold: 10 } },
      a: { avg: { field: 'n' } },
    },
  },
];

const mapping = {
  properties: {
    k: { type: 'keyword', ignore_above: 300, copy_to: ['all'], doc_values: true, index: true },
    all: { type: 'text', analyzer: 'standard', fields: { raw: { type: 'keyword' } } },
    d: { type: 'date', format: 'yyyy-MM-dd', ignore_malformed: true },
    f: { type: 'scaled_float', scaling_factor: 10, coerce: true, null_value: 1 },
    o: { type: 'object', dynamic: 'strict', properties: { n: { type: 'long', store: false } } },
  },
  dynamic: 'true',
  date_detection: true,
  numeric_detection: false,
  dynamic_date_formats: ['yyyy-MM-dd'],
  _meta: { a: 1 },
};

const role = {
  cluster: ['monitor'],
  indices: [{ names: ['books'], privileges: ['read'] }],
  applications: [{ application: 'apm', privileges: ['event:write'], resources: ['*'] }],
  metadata: { a: 1 },
};

const policy = {
  phases: {
    hot: { min_age: '0ms', actions: { rollover: { max_age: '1d', max_docs: 5, min_docs: 1 } } },
    warm: { min_age: '1d', actions: { unfollow: {} } },
    delete: { min_age: '2d', actions: { delete: { delete_searchable_snapshot: true } } },
  },
  _meta: { a: 1 },
};

const template = {
  index_patterns: ['tmpl-*'],
  template: { settings: { number_of_shards: 1 }, mappings: mapping, aliases: { t: {} } },
  priority: 5,
  version: 1,
  _meta: { a: 1 },
};

const add = {
  index: 'books',
  alias: 'shelf',
  is_write_index: true,
  filter: { term: { k: 'a' } },
  routing: 'r',
  index_routing: 'r',
  search_routing: 'r',
  is_hidden: false,
};

/** Requests for most operations with a body; each is accepted any number of times. */
export const validRequests: readonly ValidRequest[] = [
  ...searches.map((body) => ({ operation: 'search', path: '/books/_search', body })),
  { operation: 'count', path: '/books/_count', body: { query } },
  { operation: 'putMapping', path: '/mapped/_mapping', body: mapping },
  { operation: 'putIndexTemplate', path: '/_index_template/t', body: template },
  {
    operation: 'updateAliases',
    path: '/_aliases',
    body: {
      actions: [
        { add },
        { add: { indices: ['books'], aliases: ['one', 'two'] } },
        { remove: { indices: ['books'], aliases: ['one'], must_exist: true } },
      ],
    },
  },
  {
    operation: 'putAlias',
    path: '/books/_alias/other',
    body: { is_write_index: false, routing: 'r' },
  },
  {
    operation: 'rollover',
    path: '/rolled/_rollover?dry_run=true',
    body: {
      conditions: { max_age: '1d', max_docs: 5, min_size: '1gb', max_primary_shard_size: '1gb' },
      settings: { number_of_shards: 1 },
      mappings: mapping,
      aliases: { more: { is_hidden: false } },
    },
  },
  { operation: 'putLifecyclePolicy', path: '/_ilm/policy/p', body: { policy } },
  {
    operation: 'putClusterSettings',
    path: '/_cluster/settings',
    body: { persistent: { 'search.max_keep_alive': '1h' } },
  },
  {
    operation: 'putSettings',
    path: '/books/_settings',
    body: { 'index.max_result_window': 20_000 },
  },
  { operation: 'createRole', path: '/_security/role/r', body: role },
  {
    operation: 'createUser',
    path: '/_security/user/u',
    body: {
      password: 'changeme',
      roles: ['r'],
      full_name: 'U',
      email: 'u@example.org',
      metadata: { a: 1 },
      enabled: true,
    },
  },
  {
    operation: 'createApiKey',
    path: '/_security/api_key',
    body: { name: 'key', expiration: '1d', role_descriptors: { r: role }, metadata: { a: 1 } },
  },
  { operation: 'invalidateApiKeys', path: '/_security/api_key', body: { name: 'none' } },
  { operation: 'invalidateApiKeys', path: '/_security/api_key', body: { ids: ['a'] } },
  {
    operation: 'invalidateApiKeys',
    path: '/_security/api_key',
    body: { username: 'u', owner: false },
  },
  {
    operation: 'hasPrivileges',
    path: '/_security/user/_has_privileges',
    body: {
      cluster: ['monitor'],
      index: [{ names: ['books'], privileges: ['read'] }],
      application: role.applications,
    },
  },
  {
    operation: 'runQuery',
    path: '/_query',
    body: {
      query: 'FROM books | WHERE n >= ?a | LIMIT 5',
      params: [{ a: 0 }],
      filter: { match_all: {} },
      columnar: true,
      time_zone: 'UTC',
      locale: 'en',
    },
  },
  {
    operation: 'runAsyncQuery',
    path: '/_query/async',
    body: {
      query: 'ROW a = ?',
      params: ['x'],
      wait_for_completion_timeout: '1s',
      keep_alive: '1d',
    },
  },
  {
    operation: 'runSql',
    path: '/_sql?format=json',
    body: { query: 'SELECT n FROM books', fetch_size: 5, filter: { match_all: {} } },
  },
];
