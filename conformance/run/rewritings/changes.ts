import { Incomplete } from '../../base/errors.ts';
import { parametersOf, pathnameOf, type WireRequest } from '../../base/exchange.ts';
import { isSuccess } from '../../client/expectations.ts';
import type { Forward, Interceptor } from '../mutation.ts';
import type { Rewriting } from '../rewriting.ts';
import { createdIndex, withDocument } from './json-requests.ts';

/** True for a read that leaves nothing behind: a page of hits of a target, or the rows of a query or of a statement. */
function isRead({ method, path, hook }: WireRequest): boolean {
  if (hook !== undefined || parametersOf(path).has('scroll')) return false;
  const name = pathnameOf(path);
  if (method === 'POST' && (name === '/_query' || name === '/_sql')) return true;
  return /^\/[^_/][^/]*\/_search$/.test(name);
}

/** The index of a document that is written in JSON, with an id and without a condition; undefined for any other request. */
function writtenTo({ method, path, body, hook }: WireRequest): string | undefined {
  const isPlain = hook === undefined && typeof body === 'string' && !path.includes('op_type');
  const [, index] = /^\/([^_/][^/]*)\/_doc\/[^/]+$/.exec(pathnameOf(path)) ?? [];
  return method === 'PUT' && isPlain ? index : undefined;
}

/** What has been written to an index and made visible. */
interface Seen {
  /** The indices that were created; another name may be an alias, whose write index another scenario can change. */
  readonly indices: ReadonlySet<string>;
  readonly write?: WireRequest | undefined;
  readonly refresh?: WireRequest | undefined;
}

/** What is known after a success: anything but a read, a write and a refresh may decide what another write would do. */
function after(request: WireRequest, { indices, write, refresh }: Seen): Seen {
  const { hook, method } = request;
  const created = createdIndex(request);
  if (created !== undefined) return { indices: new Set([...indices, created]) };
  const index = writtenTo(request);
  if (index !== undefined) return indices.has(index) ? { indices, write: request } : { indices };
  if (hook?.name === 'refresh') return { indices, write, refresh: request };
  const isHarmless = hook === undefined && /^(?:GET|POST)$/.test(method);
  return isHarmless ? { indices, write, refresh } : { indices };
}

/** Reads also while the last document is empty: one that a hook has made visible, and only while nothing else is under way. */
function startChanges(): Interceptor {
  let seen: Seen = { indices: new Set() };
  let open = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const change = async ({ write, refresh }: Seen, request: WireRequest, forward: Forward) => {
    if (write === undefined || refresh === undefined) return;
    const emptied = await forward(withDocument(write, {}));
    if (!isSuccess(emptied.status)) return;
    for (const each of [refresh, request]) await forward(each);
    const { status } = await forward(write);
    if (!isSuccess(status)) throw new Incomplete('a document was taken once, and not once more');
    await forward(refresh);
  };
  return async (request, forward) => {
    await turn;
    open += 1;
    try {
      if (open === 1 && isRead(request)) {
        const changing = change(seen, request, forward);
        turn = changing.catch(() => undefined);
        await changing;
      }
      const response = await forward(request);
      if (isSuccess(response.status)) seen = after(request, seen);
      return response;
    } finally {
      open -= 1;
    }
  };
}

/** Shows an answer that was kept from before a change: index.put-document-again-replaces. */
export const changedAndBack: Rewriting = {
  id: 'changed-and-back',
  clause: 'index.put-document-again-replaces',
  sentence:
    'Before each read of documents the last one is emptied, it is read, and the document is written as it was.',
  applies: isRead,
  start: startChanges,
};
