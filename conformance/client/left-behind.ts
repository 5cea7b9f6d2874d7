import { jsonIn, listAt, textOf, valueAt } from '../base/body.ts';
import type { WireRequest } from '../base/exchange.ts';
import type { Client } from '../driver/client.ts';
import { namesOneThing, prefixOf } from '../driver/names.ts';
import { isSuccess } from './expectations.ts';

/** A request that deletes something. */
export interface Removal extends WireRequest {
  /** The index that it deletes: a search tells whether it is still there. */
  readonly index?: string;
}

export const scrollPath = '/_search/scroll';

export const pitPath = '/_pit';

/** Matches the paths of what is created and deleted by its name: policies, templates, streams, roles and users. */
export const namedThing =
  /^\/(?:_ilm\/policy|_index_template|_data_stream|_security\/(?:role|user))\/([^/]+)$/;

/** Usual statuses of a removal that say that there is nothing to remove, or no such request. */
export const saysGone: ReadonlySet<number> = new Set([404, 410]);

/** Describes why something is left behind after its removal has failed; undefined if it is gone. */
export async function whyLeft(
  request: Removal,
  status: number,
  client: Pick<Client, 'send'>,
): Promise<string | undefined> {
  const answered = `${request.method} ${request.path} answered ${status}`;
  if (status < 400 || status >= 500) return answered;
  const isFound = await isFoundBy(request, client);
  // A search context whose removal is refused may be gone, and the server releases it in time.
  if (!saysGone.has(status) && ![scrollPath, pitPath].includes(request.path))
    return isFound === false ? undefined : answered;
  const reader = request.index === undefined ? 'GET' : 'a search';
  return isFound === true ? `${answered}, but ${reader} finds it` : undefined;
}

/**
 * Whether a search of the index, or a GET of a query or of what has another name, is answered. Undefined if so is one of a name
 * that never was, if only a GET is refused which the server may not have, or if nothing shows it.
 */
async function isFoundBy(
  removal: Removal,
  client: Pick<Client, 'send'>,
): Promise<boolean | undefined> {
  const path = readingOf(removal, '');
  if (path === undefined) return undefined;
  const status = await statusOf(path, removal, client);
  if (!isSuccess(status)) {
    const isShown = removal.index !== undefined || isQuery(removal);
    return isShown || saysGone.has(status) ? false : undefined;
  }
  if (isQuery(removal)) return true;
  const never = readingOf(removal, '-never') ?? path;
  return isSuccess(await statusOf(never, removal, client)) ? undefined : true;
}

/** The path that shows what a removal deletes, with this at the end of its name; undefined if there is none. */
function readingOf({ index, path }: Removal, ending: string): string | undefined {
  if (index !== undefined) return `/${encodeURIComponent(index + ending)}/_search`;
  if (isQuery({ path })) return `${path}?wait_for_completion_timeout=1ms`;
  return namedThing.test(path) ? path + ending : undefined;
}

/**
 * The indices that the hits of a search of this name are in, if they are of the same scenario: the name is an alias, and a
 * rollover may give its new index any name. Empty for an index. A name that does not begin as all of the scenario do, that could
 * stand for others, or that no search of its own finds, is not the kit's to delete.
 */
export async function indicesBehind(
  removal: Removal,
  client: Pick<Client, 'send'>,
): Promise<readonly string[]> {
  const { index = '', headers } = removal;
  const prefix = prefixOf(index);
  if (prefix === undefined) return [];
  const path = `/${encodeURIComponent(index)}/_search`;
  const response = await client.send({ method: 'GET', path, headers });
  if (!isSuccess(response.status)) return [];
  const hits = listAt(jsonIn(textOf(response)), 'hits.hits');
  const names = new Set(hits.map((hit) => String(valueAt(hit, '_index'))));
  const own = [...names].filter(
    (name) => name !== index && name.startsWith(prefix) && namesOneThing(name),
  );
  const found = await Promise.all(
    own.map((name) => statusOf(`/${encodeURIComponent(name)}/_search`, removal, client)),
  );
  return own.filter((_, at) => isSuccess(found[at] ?? 0));
}

/** The status of the answer to a GET of a path, as whoever removes something. */
async function statusOf(
  path: string,
  { headers }: Removal,
  client: Pick<Client, 'send'>,
): Promise<number> {
  return (await client.send({ method: 'GET', path, headers })).status;
}

/** True for the removal of an asynchronous query. */
function isQuery({ path }: Pick<Removal, 'path'>): boolean {
  return path.startsWith('/_query/async/');
}
