import { similarNames } from '../base/similar-names.ts';

const maxCalls = 3;
/** More than half of the characters are the same. */
const minSimilarity = 0.501;

/** A method and the template of a path. */
interface Call {
  readonly method: string;
  readonly path: string;
}

/** Returns the calls whose paths are most similar to a path: at most three, each as `GET, POST /{target}/_search`. */
export function nearestCalls(path: string, calls: readonly Call[]): readonly string[] {
  const templates = [...new Set(calls.map((call) => call.path))];
  const shapes = [...new Set(templates.map(shapeOfTemplate))].sort();
  const similar = similarNames(shapeOfPath(path), shapes, minSimilarity);
  return similar
    .flatMap((shape) => templates.filter((template) => shapeOfTemplate(template) === shape))
    .slice(0, maxCalls)
    .map((template) => {
      const methods = calls.filter((call) => call.path === template).map(({ method }) => method);
      return `${methods.join(', ').toUpperCase()} ${template}`;
    });
}

function shapeOfTemplate(template: string): string {
  return template.replaceAll(/\{\w+\}/g, '{}');
}

/** Returns the path with every segment that does not start with `_` replaced by a parameter. */
function shapeOfPath(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === '' || segment.startsWith('_') ? segment : '{}'))
    .join('/');
}

/** Calls of Elasticsearch outside the interface, by the segments that name them, and what to use instead. */
const advice: ReadonlyMap<string, string> = new Map([
  ['_update', 'send the whole document with [PUT /{index}/_doc/{id}]'],
  [
    '_mget',
    'send [GET /{index}/_doc/{id}] for each, or [POST /{target}/_search] with a query [ids]',
  ],
  ['_msearch', 'send each search with [POST /{target}/_search]'],
  ['_delete_by_query', 'search, then send actions [delete] with [POST /_bulk]'],
  ['_update_by_query', 'search, then send actions [index] with [POST /_bulk]'],
  ['_reindex', 'read with [POST /{target}/_search] and write with [POST /_bulk]'],
  ['_field_caps', 'read the fields with [GET /{target}/_mapping]'],
  ['_component_template', 'put all parts into one template with [PUT /_index_template/{name}]'],
  ['_template', 'use [PUT /_index_template/{name}]'],
  ['_search_shards', 'list shards with [GET /_cat/shards]'],
  ['_open', 'indices are always open; remove one with [DELETE /{index}]'],
  ['_close', 'indices are always open; remove one with [DELETE /{index}]'],
  ['_analyze', 'texts are only analysed in documents and queries'],
  ['_explain', 'scores are only shown with the hits of [POST /{target}/_search]'],
  ['_termvectors', 'terms are only counted by the aggregation [terms] of [POST /{target}/_search]'],
  ['point_in_time', 'use [POST /{target}/_pit] and [DELETE /_pit]'],
  ['_ppl', 'use [POST /_query] or [POST /_sql]'],
  ['_cat/health', 'use [GET /_cluster/health]'],
  ['_cat/count', 'use [GET /{target}/_count]'],
  ['_source', 'use [GET /{index}/_doc/{id}], or with `_source` in its query string for a part'],
  ['_stats', 'list numbers of documents and sizes with [GET /_cat/indices/{target}]'],
  ['_flush', 'nothing needs to be flushed'],
  ['_forcemerge', 'nothing needs to be merged'],
  ['_search/template', 'send the search itself with [POST /{target}/_search]'],
  ['_validate', 'send the query with [POST /{target}/_search]; a wrong one is refused'],
  ['_eql', 'use [POST /_query] or [POST /_sql]'],
  [
    '_async_search',
    'use [POST /{target}/_search], or [POST /_query/async] for queries in the background',
  ],
  ['_ingest', 'documents are stored as they are sent'],
  ['_snapshot', 'start the server with a data folder to keep data'],
]);

/** Takes a path that has no route; returns what to use instead if it is a well-known call of Elasticsearch. */
export function unservedCall(path: string): string | undefined {
  const segments = path.split('/');
  const pairs = segments.map((segment, at) => `${segments[at - 1]}/${segment}`);
  return [...pairs, ...segments]
    .map((name) => advice.get(name))
    .find((found) => found !== undefined);
}
