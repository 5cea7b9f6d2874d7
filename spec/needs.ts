import type { Chapter } from './clauses.ts';

/**
 * Situations that can arise but that no call of the interface brings about: a profile names a request for each of them. A
 * clause whose hook is missing is incomplete.
 */
export const hooks = [
  'advance_clock',
  'run_policies',
  'set_shard_statistics',
  'assign_replicas',
  'create_follower',
  'cluster_setting',
  'create_data_stream',
  'routed_document',
  'delete_document',
  'refresh',
] as const;

/**
 * Parts of the interface that an implementation may leave out, in addition to whole chapters, and permissions of a run. A
 * clause whose capability is not claimed is not judged.
 */
export const capabilities = [
  'shards',
  'nodes_stats',
  'cat',
  'aggregations',
  'nested',
  'date_nanos',
  'arrow',
  'smile',
  'cbor',
  'md',
  'global',
  'clock',
  'management_ui',
  'intake_command',
  'intake_url',
  'users',
] as const;

/** The name of a capability. */
export type Capability = (typeof capabilities)[number];

/** What a profile has to claim before a scenario may send a request: one of these chapters or capabilities. */
export type Need = readonly (Chapter | Capability)[];

const lifecycle: Need = ['lifecycle', 'rollover'];
const query: Need = ['query', 'query-formats', 'query-parameters', 'query-filter', 'async-query'];

/** The chapters whose searches choose and order documents; a plain search belongs to the chapter `index` too. */
const searching: Need = [
  'search',
  'from-size',
  'search-after',
  'point-in-time',
  'scroll',
  'slice',
  'copy-to',
];

/** The chapters that write documents. */
const writing: Need = ['index', ...searching, ...query, 'sql', ...lifecycle];

/**
 * The chapters to which an operation belongs that every server has, by a segment of its path; others belong to `index`. A
 * profile may lack the first of them: then one of the others has to be claimed.
 */
export const basicNeeds: Readonly<Record<'_search' | 'other', Need>> = {
  _search: searching,
  other: writing,
};

/**
 * The need of each operation, by a segment of its path; the last segment listed here decides. An empty list means that
 * every server has the operation. A test demands a segment for every operation of the OpenAPI description.
 */
export const needsBySegment: Readonly<Record<string, Need>> = {
  _alias: [],
  _aliases: [],
  _bulk: [],
  _cluster: [],
  _count: [],
  _create: [],
  _data_stream: [],
  _doc: [],
  _index_template: [],
  _mapping: [],
  _refresh: [],
  _search: [],
  _settings: [],
  _cat: ['cat'],
  _nodes: ['nodes_stats'],
  _pit: ['point-in-time'],
  scroll: ['scroll'],
  _query: query,
  async: ['async-query'],
  _sql: ['sql'],
  _ilm: lifecycle,
  _rollover: ['rollover'],
  _ccr: ['rollover'],
  role: ['roles'],
  api_key: ['api-keys'],
  _authenticate: ['authentication'],
  user: ['users'],
  _has_privileges: ['api-keys', 'roles'],
};

/** The needs of parameters of the URL, and of members of the body of a search or a query, by their name. */
export const needsByMember: Readonly<Record<'search' | 'query', Readonly<Record<string, Need>>>> = {
  search: {
    aggs: ['aggregations'],
    aggregations: ['aggregations'],
    pit: ['point-in-time'],
    query: searching,
    sort: searching,
    scroll: ['scroll'],
    search_after: ['search-after'],
    slice: ['slice'],
  },
  query: { filter: ['query-filter'], params: ['query-parameters'] },
};

/** The needs of types of fields in a mapping. */
export const needsByType: Readonly<Record<string, Need>> = {
  date_nanos: ['date_nanos'],
  nested: ['nested'],
};

/** The needs of the formats that a server may leave out, alone or with a chapter. */
export const needsByFormat: Readonly<Record<string, Need>> = {
  arrow: ['arrow'],
  cbor: ['cbor'],
  md: ['md'],
  smile: ['smile'],
  yaml: ['query-formats', 'async-query', 'sql'],
};

/** The need of the window of an index, a limit on pages. */
export const needOfWindow: Need = ['from-size', 'limits'];

/** The need of settings of an index whose name has the segment `lifecycle`, and of the write index of an alias. */
export const needOfLifecycleSettings: Need = lifecycle;
