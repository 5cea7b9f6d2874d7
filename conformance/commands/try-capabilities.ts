import { newIndexName } from '../driver/names.ts';
import { TargetLost } from '../base/errors.ts';
import { textOf, writeJson } from '../base/body.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { type Client, openClient } from '../driver/client.ts';
import { operationTitle } from '../driver/find-operation.ts';
import { refusalOf } from '../driver/hook-request.ts';
import type { Target } from '../driver/target.ts';

/** Statuses that say that a server does not offer a request; others may be a defect, which a run has to show. */
const absent: ReadonlySet<number> = new Set([400, 404, 405, 410, 501]);

/** A deletion; `{id}` is the id in the response before. */
interface Undo {
  readonly path: string;
  readonly body?: unknown;
}

/** A chapter or capability, a request that uses it, and the request that undoes it. */
interface Trial {
  readonly need: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly undo?: { readonly path: string; readonly body?: unknown };
}

/** What a server does not offer, and the answer that shows it. */
export interface Lack {
  readonly need: string;
  readonly reason: string;
}

const search = '/{index}/_search';
const scroll = { path: '/_search/scroll', body: { scroll_id: '{id}' } };
const pit = { path: '/_pit', body: { id: '{id}' } };
const keys = { path: '/_security/api_key', body: { ids: ['{id}'] } };
const maximum = { size: 0, aggs: { a: { max: { field: 'n' } } } };
const asynchronous = { query: 'ROW a = 1', wait_for_completion_timeout: '5s' };
const filtered = { query: 'FROM {index} | LIMIT 1', filter: { match_all: {} } };

/** A request with a body. */
function posting(need: string, path: string, body: object): Trial {
  return { need, method: 'POST', path, body };
}

/** A request that opens something, and the deletion that closes it. */
function opening(trial: Trial, undo: Undo): Trial {
  return { ...trial, undo };
}

/** The creation of something that a request to the same path deletes. */
function putting(need: string, path: string, body: object): Trial {
  return { need, method: 'PUT', path, body, undo: { path } };
}

/** The creation of an index with a field. */
function mapping(need: string, field: object): Trial {
  const body = { mappings: { properties: { f: field } } };
  return putting(need, `/{index}-${need.replace('_', '-')}`, body);
}

/** One request for each chapter or capability that can be tried without an effect on others. */
const trials: readonly Trial[] = [
  posting('from-size', search, { from: 0, size: 1 }),
  posting('search-after', search, { sort: ['n'], search_after: [0] }),
  { need: 'point-in-time', method: 'POST', path: '/{index}/_pit?keep_alive=10s', undo: pit },
  opening(posting('scroll', `${search}?scroll=10s`, {}), scroll),
  opening(posting('slice', `${search}?scroll=10s`, { slice: { id: 0, max: 2 } }), scroll),
  posting('aggregations', search, maximum),
  mapping('copy-to', { type: 'text', copy_to: 'g' }),
  mapping('nested', { type: 'nested' }),
  mapping('date_nanos', { type: 'date_nanos' }),
  posting('query', '/_query', { query: 'ROW a = 1' }),
  posting('query-parameters', '/_query', { query: 'ROW a = ?', params: [1] }),
  posting('query-filter', '/_query', filtered),
  ...['arrow', 'cbor', 'smile', 'md'].map((format) =>
    posting(format, `/_query?format=${format}`, { query: 'ROW a = 1' }),
  ),
  opening(posting('async-query', '/_query/async', asynchronous), { path: '/_query/async/{id}' }),
  posting('sql', '/_sql', { query: 'SELECT 1' }),
  putting('lifecycle', '/_ilm/policy/{index}', { policy: { phases: {} } }),
  putting('roles', '/_security/role/{index}', {}),
  opening(posting('api-keys', '/_security/api_key', { name: '{index}' }), keys),
  { need: 'authentication', method: 'GET', path: '/_security/_authenticate' },
  { need: 'cat', method: 'GET', path: '/_cat/indices/{index}' },
  { need: 'nodes_stats', method: 'GET', path: '/_nodes/stats/indices/search' },
];

/**
 * Sends one request for each chapter and capability that can be tried on names of the kit's own, and undoes it. Returns
 * what the server does not offer. Throws TargetLost if it does not answer any more.
 */
export async function tryCapabilities(target: Target): Promise<readonly Lack[]> {
  const client = openClient(target);
  const index = newIndexName('init');
  const send = sender(client, target);
  const lacks: Lack[] = [];
  try {
    await send('PUT', `/${index}`, { mappings: { properties: { n: { type: 'integer' } } } });
    for (const { need, method, path: template, body, undo } of trials) {
      const path = template.replace('{index}', index);
      const text = body === undefined ? undefined : writeJson(body).replace('{index}', index);
      const response = await send(method, path, text);
      if (response !== undefined && absent.has(response.status)) {
        const words = refusalOf({ request: { method, path, headers: {} }, response });
        const reason = words.replace(`${method} ${path}`, operationTitle(method, path));
        lacks.push({ need, reason: reason.replaceAll(index, '{index}') });
      }
      if (undo !== undefined && response !== undefined && response.status < 300) {
        const id = idIn(response);
        const filled =
          undo.body === undefined ? undefined : writeJson(undo.body).replace('{id}', id);
        const place = undo.path.replace('{index}', index).replace('{id}', encodeURIComponent(id));
        await send('DELETE', place, filled);
      }
    }
    // A server without lifecycle policies has nothing to roll over by.
    const rollover = lacks.filter(({ need }) => need === 'lifecycle');
    return [...lacks, ...rollover.map((lack) => ({ ...lack, need: 'rollover' }))];
  } finally {
    await send('DELETE', `/${index}`);
    client.close();
  }
}

type Send = (method: string, path: string, body?: unknown) => Promise<WireResponse | undefined>;

/** Sends a request; undefined for a request without an answer, which a run will show. */
function sender(client: Client, target: Target): Send {
  return async (method, path, body) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' ? body : writeJson(body);
    const wire: WireRequest = { method, path, headers: { ...target.headers, ...type } };
    try {
      return await client.send(body === undefined ? wire : { ...wire, body: text });
    } catch (error) {
      if (error instanceof TargetLost) throw error;
      return undefined;
    }
  };
}

/** The id that a response gives to what it has made; empty if it gives none. */
function idIn(response: WireResponse): string {
  const [, id] = /"(?:id|_scroll_id)"\s*:\s*"((?:[^"\\])+)"/.exec(textOf(response)) ?? [];
  return id ?? '';
}
