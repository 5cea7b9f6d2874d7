/** Kinds of names of which the interface has few: every other name is outside it. */
type ClosedKind = 'search' | 'query' | 'aggregation' | 'field type' | 'setting' | 'action';

/** Kinds of names that may also be mistakes: only those listed here are known to be outside the interface. */
type OpenKind = 'parameter' | 'member' | 'analysis' | 'mapping' | 'bulk';

type Kind = ClosedKind | OpenKind | 'call';

const documents = 'send the whole document with [PUT /{index}/_doc/{id}]';
const search = 'send the search itself with [POST /{target}/_search]';
const languages = 'use [POST /_query] or [POST /_sql]';
const templates = 'put all parts into one template with [PUT /_index_template/{name}]';
const open = 'indices are always open; remove one with [DELETE /{index}]';
const copies = 'read with [POST /{target}/_search] and write with [POST /_bulk]';
const shards = 'list shards with [GET /_cat/shards]';
const unchanged = 'documents are stored as they are sent';
const words = 'use [standard], or [stop] to leave out English stop words';
const computed = 'map the field, or compute it in a query with EVAL';
const indexOptions = (
  'boost index_options index_phrases index_prefixes position_increment_gap similarity ' +
  'split_queries_on_whitespace subobjects synthetic_source_keep term_vector time_series_dimension ' +
  'time_series_metric'
).split(' ');
const languageAnalyzers = (
  'arabic armenian basque bengali brazilian bulgarian catalan cjk czech danish dutch english estonian ' +
  'finnish french galician german greek hindi hungarian indonesian irish italian latvian lithuanian ' +
  'norwegian persian portuguese romanian russian serbian sorani spanish swedish thai turkish'
).split(' ');
const stems = 'leave it out: words are compared as they are';
const grams = 'use the query [prefix] or [wildcard]';
const objects = 'use [object], or [keyword] for single values';

/**
 * What to use instead of a name of Elasticsearch that the interface does not have. The key of a call is a segment of its
 * path, or two.
 */
const substitutes: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  call: {
    _aliases: 'read aliases with [GET /_alias] or [GET /{target}/_alias]',
    _analyze: 'texts are only analysed in documents and queries',
    _async_search: `${search}, or a query in the background with [POST /_query/async]`,
    _block: open,
    _cache: 'nothing is cached that has to be cleared',
    '_cat/aliases': 'read aliases with [GET /_alias]',
    '_cat/count': 'use [GET /{target}/_count]',
    '_cat/health': 'use [GET /_cluster/health]',
    '_cat/templates': 'use [GET /_index_template]',
    _clone: copies,
    _cat: 'the listings are [GET /_cat/indices] and [GET /_cat/shards]',
    _ccr: 'use [PUT /{index}/_ccr/follow] and [POST /{index}/_ccr/unfollow]',
    _cluster: 'the cluster shows [GET /_cluster/health] and [GET /_cluster/settings]',
    _nodes: 'use [GET /_nodes/stats/indices/search], or [GET /] for the name and the version',
    _plugins: languages,
    _close: open,
    _component_template: templates,
    _delete_by_query: 'search, then send actions [delete] with [POST /_bulk]',
    _eql: languages,
    _explain: 'scores are only shown with the hits of [POST /{target}/_search]',
    _field_caps: 'read the fields with [GET /{target}/_mapping]',
    _flush: 'nothing needs to be flushed',
    _forcemerge: 'nothing needs to be merged',
    _ingest: unchanged,
    _license: 'everything that is served needs no licence',
    _mget: 'send [GET /{index}/_doc/{id}] for each, or [POST /{target}/_search] with a query [ids]',
    _msearch: 'send each search with [POST /{target}/_search]',
    _open: open,
    _ppl: languages,
    '_plugins/_sql': 'use [POST /_sql]',
    '_query/api_key': 'list keys with [GET /_security/api_key]',
    '_query/role': 'list roles with [GET /_security/role]',
    '_query/user': 'list users with [GET /_security/user]',
    _recovery: shards,
    _reindex: copies,
    _render: search,
    _resolve: 'list indices with [GET /_cat/indices/{target}] and aliases with [GET /_alias]',
    _scripts: search,
    _search_shards: shards,
    '_search/template': search,
    _segments: shards,
    _shard_stores: shards,
    _shrink: copies,
    _snapshot: 'start the server with a data folder to keep data',
    _source: 'use [GET /{index}/_doc/{id}], or with `_source` in its query string for a part',
    _split: copies,
    '_sql/translate': 'send the statement with [POST /_sql]',
    _stats: 'list numbers of documents and sizes with [GET /_cat/indices/{target}]',
    _tasks: 'only queries of [POST /_query/async] run in the background',
    _template: 'use [PUT /_index_template/{name}]',
    _terms_enum: 'use the aggregation [terms] of [POST /{target}/_search]',
    _termvectors: 'terms are only counted by the aggregation [terms] of [POST /{target}/_search]',
    _update: documents,
    _update_by_query: 'search, then send actions [index] with [POST /_bulk]',
    _validate: 'send the query with [POST /{target}/_search]; a wrong one is refused',
    _xpack: 'see the version with [GET /]',
    point_in_time: 'use [POST /{target}/_pit] and [DELETE /_pit]',
    _ilm: 'policies always run; see what they do with [GET /{target}/_ilm/explain]',
    _mapping: 'read whole mappings with [GET /{target}/_mapping]',
    _security: 'it has roles, users and API keys under [/_security/role], [/user] and [/api_key]',
  },
  search: {
    highlight: 'leave it out, and mark the words of the query in `_source`',
    runtime_mappings: computed,
    script_fields: 'compute values in a query with EVAL',
    suggest: 'leave it out, and use a query [prefix] or [match]',
  },
  query: {
    fuzzy: 'use [term], [prefix] or [wildcard]',
    multi_match: 'use [bool] with a [match] for each field, or one field with `copy_to`',
    query_string: 'use [bool] with [match] and [term]',
    regexp: 'use [wildcard] or [prefix]',
    simple_query_string: 'use [bool] with [match] and [term]',
  },
  aggregation: {
    composite: 'use [terms], one inside the other, or a query with STATS … BY',
    filter: 'put the filter into the `query` of a search of its own',
    filters: 'put each filter into the `query` of a search of its own',
    stats: 'use [min], [max], [avg], [sum] and [value_count]',
  },
  'field type': {
    binary: 'use [keyword] with `"index": false`',
    constant_keyword: 'use [keyword]',
    flattened: objects,
    geo_point: 'use two fields of the type [double]',
    join: 'use [nested]',
    match_only_text: 'use [text]',
    version: 'use [keyword]',
    wildcard: 'use [keyword], which the query [wildcard] reads',
  },
  parameter: {
    ...Object.fromEntries(
      ['analyze_wildcard', 'analyzer', 'default_operator', 'df', 'lenient', 'q'].map((name) => [
        name,
        'send the query in the body of [POST /{target}/_search]',
      ]),
    ),
    level: 'the health of some indices is that of [GET /_cluster/health/{target}]',
    help: 'the columns are listed where one in [h] is unknown',
    pipeline: unchanged,
    search_pipeline: 'leave it out',
  },
  member: {
    composed_of: templates,
    fuzziness: 'leave it out, or use the query [wildcard]',
    ignore_missing_component_templates: templates,
    script: 'leave it out, or compute values in a query with EVAL',
  },
  analysis: {
    ...Object.fromEntries(languageAnalyzers.map((name) => [name, words])),
    char_filter: 'send texts without what it removes',
    edge_ngram: grams,
    fingerprint: words,
    ngram: grams,
    pattern: 'use an analyzer of the type [custom] with a tokenizer of the type [pattern]',
    porter_stem: stems,
    shingle: 'use the query [match_phrase]',
    snowball: stems,
    stemmer: stems,
    synonym: 'send each word of the query',
    synonym_graph: 'send each word of the query',
  },
  mapping: {
    ...Object.fromEntries(indexOptions.map((name) => [name, 'leave it out'])),
    dynamic_templates: 'map each field, or use `dynamic`',
    runtime: computed,
    script: computed,
  },
  setting: {
    'index.default_pipeline': unchanged,
    'index.final_pipeline': unchanged,
  },
  action: {},
  bulk: {
    _source: 'documents are answered by [GET /{index}/_doc/{id}]',
    _type: 'leave it out: an index has one type of documents',
    dynamic_templates: 'map the fields of the index',
    list_executed_pipelines: unchanged,
    pipeline: unchanged,
    retry_on_conflict: documents,
    update: 'send the whole document with [index]',
  },
};

/**
 * The end of the refusal of a name: what is served, and that the name is outside the interface, with what to use instead.
 */
export function outside(kind: ClosedKind, name: string, served: Iterable<string>): string {
  const substitute = substituteFor(kind, name);
  const advice = substitute === undefined ? '' : `: ${substitute}`;
  const known = [...served].join(', ');
  return `; this server serves [${known}]; [${name}] is outside the interface${advice}`;
}

/** The same for a name that may be a mistake: an empty text, unless the name is known to be outside the interface. */
export function ifOutside(kind: OpenKind, name: string): string {
  const substitute = substituteFor(kind, name);
  return substitute === undefined ? '' : `; [${name}] is outside the interface: ${substitute}`;
}

/** The end of the refusal of a call, by its path. */
export function outsideCall(path: string): string {
  const substitute = substituteForCall(path);
  return `; it is outside the interface${substitute === undefined ? '' : `; ${substitute}`}`;
}

/** Returns what to use instead of a call, by its path; undefined if it is not a well-known one of Elasticsearch. */
export function substituteForCall(path: string): string | undefined {
  const segments = path.split('/');
  const pairs = segments.map((segment, at) => `${segments[at - 1]}/${segment}`);
  const found = [...pairs, ...segments].map((name) => substituteFor('call', name));
  return found.find((substitute) => substitute !== undefined);
}

function substituteFor(kind: Kind, name: string): string | undefined {
  return Object.hasOwn(substitutes[kind], name) ? substitutes[kind][name] : undefined;
}
