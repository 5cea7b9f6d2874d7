/** What the requests of an operation have besides the path of its template. */
export interface Details {
  readonly path?: string;
  /** Absent if the request has no body. */
  readonly body?: unknown;
  /** The values of a body that has one on each line. */
  readonly lines?: readonly unknown[];
  /** The path that shows what the request would store. */
  readonly reads?: string;
  /** A member that the description requires, and whose absence a clause leaves open. */
  readonly mayLack?: string;
  /** True if only the body may be changed. */
  readonly isBodyOnly?: boolean;
  /** True if no member may be left out or changed: less would ask for more. */
  readonly isWhole?: boolean;
}

const query = {
  bool: {
    must: [{ match: { k: { query: 'a', operator: 'or' } } }],
    filter: [
      { range: { n: { gte: 0, lt: 9 } } },
      { terms: { k: ['a', 'b'] } },
      { exists: { field: 'k' } },
    ],
    should: [{ term: { k: { value: 'a', boost: 2 } } }, { match_all: {} }],
    must_not: [{ match_phrase: { k: { query: 'z', slop: 0 } } }],
    minimum_should_match: 1,
  },
};
const search = {
  query,
  from: 0,
  size: 5,
  sort: [{ n: { order: 'asc', mode: 'min', missing: '_last' } }],
  track_total_hits: true,
  _source: { includes: ['n'], excludes: ['k'] },
};
const mappings = {
  properties: {
    word: { type: 'keyword', ignore_above: 300 },
    day: { type: 'date', format: 'yyyy-MM-dd', ignore_malformed: true },
    o: { type: 'object', dynamic: 'strict', properties: { n: { type: 'long' } } },
  },
  dynamic: 'true',
};
const role = {
  cluster: ['monitor'],
  indices: [{ names: ['$books'], privileges: ['read'] }],
  applications: [{ application: 'apm', privileges: ['event:write'], resources: ['*'] }],
};
const policy = {
  policy: {
    phases: {
      hot: { actions: { rollover: { max_age: '1d', max_docs: 5, min_docs: 1 } } },
      delete: { min_age: '2d', actions: { delete: {} } },
    },
  },
};
const user = { password: 'changeme', roles: ['$new'], full_name: 'U', enabled: true };
const key = { name: '$new', expiration: '1d', role_descriptors: { r: role }, metadata: { a: 1 } };
const template = { index_patterns: ['$new-*'], template: { mappings }, priority: 5, version: 1 };
const document = { n: 1, k: 'a' };

/**
 * The first request of each operation that needs more than the path of its template. One such as `countByGet` has that of
 * `count`.
 */
export const details: Readonly<Record<string, Details>> = {
  createIndex: {
    path: '/$new',
    body: {
      settings: { 'index.max_result_window': 9000 },
      mappings: { properties: { word: { type: 'keyword' }, o: { properties: {} } } },
      aliases: { '$new-alias': {} },
    },
    reads: '/$new/_search',
  },
  putMapping: { body: mappings, reads: '/$books/_mapping' },
  putSettings: { body: { 'index.max_result_window': 9000 }, reads: '/$books/_settings' },
  putAlias: { body: { is_write_index: false, routing: 'r' }, reads: '/$books/_alias' },
  putIndexTemplate: { body: template, reads: '/_index_template/$new' },
  rollover: {
    path: '/$rolled/_rollover?dry_run=true',
    body: { conditions: { max_age: '1d', max_docs: 5 } },
    isBodyOnly: true,
  },
  indexNewDocument: { body: document },
  indexDocument: { path: '/$books/_doc/$new', body: document, reads: '/$books/_doc/$new' },
  createDocument: { path: '/$books/_create/$new', body: document, reads: '/$books/_doc/$new' },
  searchAll: { body: { size: 0 }, isWhole: true },
  search: { body: search },
  searchByGet: {
    body: {
      size: 0,
      aggs: {
        k: {
          terms: { field: 'k', size: 3, order: [{ _count: 'desc' }], min_doc_count: 1 },
          aggs: { n: { max: { field: 'n', missing: 0 } } },
        },
        c: { cardinality: { field: 'k' } },
      },
    },
  },
  searchAllByGet: { body: { size: 0, search_after: [0], sort: ['n'] }, isWhole: true },
  count: { body: { query } },
  openPointInTime: { path: '/$books/_pit?keep_alive=1m' },
  closePointInTime: { body: { id: 'none' } },
  continueScroll: { body: { scroll: '1m', scroll_id: 'none' } },
  runQuery: {
    body: {
      query: 'FROM $books | WHERE n >= ?a | LIMIT 5',
      params: [{ a: 0 }],
      filter: { match_all: {} },
      columnar: true,
      time_zone: 'UTC',
      locale: 'en',
    },
  },
  runAsyncQuery: {
    body: {
      query: 'ROW a = ?',
      params: ['x'],
      wait_for_completion_timeout: '1s',
      keep_alive: '1d',
    },
  },
  runSql: {
    path: '/_sql?format=json',
    body: { query: 'SELECT n FROM "$books"', fetch_size: 5, filter: { match_all: {} } },
  },
  putLifecyclePolicy: { body: policy, reads: '/_ilm/policy/$new' },
  createRole: { body: role, reads: '/_security/role/$new' },
  createApiKey: { body: key, mayLack: 'role_descriptors' },
  createUser: { body: user, reads: '/_security/user/$new' },
  hasPrivileges: {
    body: { cluster: ['monitor'], index: role.indices, application: role.applications },
  },
  putClusterSettings: { body: { transient: {} }, isWhole: true },
  updateAliases: {
    body: { actions: [{ add: { index: '$books', alias: '$new', is_write_index: false } }] },
    isWhole: true,
  },
  getRole: { path: '/_security/role/$role' },
  deleteRole: { path: '/_security/role/$role' },
  getUser: { path: '/_security/user/$user' },
  deleteUser: { path: '/_security/user/$user' },
  getLifecyclePolicy: { path: '/_ilm/policy/$policy' },
  deleteLifecyclePolicy: { path: '/_ilm/policy/$policy' },
  getIndexTemplate: { path: '/_index_template/$template' },
  indexTemplateExists: { path: '/_index_template/$template' },
  deleteIndexTemplate: { path: '/_index_template/$template' },
  getAliasByName: { path: '/_alias/$rolled' },
  aliasExists: { path: '/_alias/$rolled' },
  getAlias: { path: '/$books/_alias/$rolled' },
  aliasOfTargetExists: { path: '/$books/_alias/$rolled' },
  getDocument: { path: '/$books/_doc/1' },
  documentExists: { path: '/$books/_doc/1' },
  deleteIndex: { path: '/$new' },
  getIndex: { path: '/$books' },
  indexExists: { path: '/$books' },
  // Of an index that is not there, a server may wait for half a minute.
  clusterHealthOfTarget: { path: '/_cluster/health/$books' },
  createDataStream: { path: '/_data_stream/$pattern' },
  getDataStream: { path: '/_data_stream/$stream' },
  deleteDataStream: { path: '/_data_stream/$stream' },
  rolloverToIndex: { path: '/$rolled/_rollover/$new?dry_run=true', body: {} },
  bulk: { lines: [{ index: { _index: '$books', _id: '3' } }, document], isWhole: true },
  bulkByPut: { lines: [{ create: { _index: '$books' } }, document], isWhole: true },
  bulkInTarget: { lines: [{ index: { _id: '4' } }, document, { delete: { _id: '4' } }] },
  bulkInTargetByPut: { lines: [{ create: { _id: '5' } }, document] },
  clearScroll: { body: { scroll_id: '$scroll' }, isWhole: true },
  clearScrollInPath: { path: '/_search/scroll/$scroll' },
  closeSqlCursor: { body: { cursor: '$cursor' } },
  getAsyncQuery: { path: '/_query/async/$async' },
  stopAsyncQuery: { path: '/_query/async/$async/stop' },
  deleteAsyncQuery: { path: '/_query/async/$async' },
  invalidateApiKeys: { body: { ids: ['none'] }, isWhole: true },
  followIndex: { body: { remote_cluster: 'none', leader_index: '$new', settings: {} } },
};
