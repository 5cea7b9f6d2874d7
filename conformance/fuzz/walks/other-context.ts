import { jsonOf, valueAt } from '../../base/body.ts';
import { at, Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { expectSuccess, isRefusal, isSuccess } from '../../client/expectations.ts';
import { keepTime, openPointInTime, openScroll, pageOf } from '../../client/walking.ts';
import type { World } from '../../client/world.ts';
import { wholeCorpus } from '../querying.ts';
import { bodiesOf, isFrozenBySearch, type Walk } from './walk.ts';

/** A context beside that of a walk, and the requests that read and release it. */
export interface OtherContext {
  /** Reads on; by a request without a keep time if `isLast`. */
  readonly read: (isLast?: boolean) => Promise<Exchange>;
  /** Sends a request that a server may refuse: for a page beyond the result window, or with a keep time of nothing. */
  readonly readWrongly: () => Promise<Exchange>;
  /** Throws Mismatch if the request is refused. */
  readonly release: () => Promise<void>;
}

/**
 * Opens a context of the kind and over the target of a walk, with its first slice if it has some, if the walk has another
 * beside it. Has a scroll some hits left, it has read one of them only. Throws Mismatch if a request is refused.
 */
export async function openOther(
  world: World,
  { row, target, body: own }: Pick<Walk, 'row' | 'target' | 'body'>,
): Promise<OtherContext | undefined> {
  if (row.other === 'none') return undefined;
  const size = row.other === 'at its end' ? wholeCorpus : 1;
  // What is read between the pages is the same search as that of the walk.
  const body = at(bodiesOf(row, row.other === 'read between pages' ? own : { size }), 0);
  if (isFrozenBySearch(row)) {
    await openPointInTime(world, target, keepTime);
    const pit = { id: world.saved('pit_id'), keep_alive: keepTime };
    const search = (page: object): Promise<Exchange> =>
      world.send({ method: 'GET', path: '/_search', body: { ...page, pit } });
    return {
      read: () => search(body),
      readWrongly: () => search({ from: 10_000, size: 10 }),
      release: async () =>
        expectSuccess(await world.send({ method: 'DELETE', path: '/_pit', body: { id: pit.id } })),
    };
  }
  await openScroll(world, { target, keep: keepTime, body });
  const path = '/_search/scroll';
  let id: unknown = world.saved('scroll_id');
  const read = async (isLast = false): Promise<Exchange> => {
    const body = { scroll_id: id, ...(isLast ? {} : { scroll: keepTime }) };
    const exchange = await world.send({ method: row.method, path, body });
    if (isSuccess(exchange.response.status)) id = valueAt(jsonOf(exchange), '_scroll_id') ?? id;
    return exchange;
  };
  return {
    read,
    readWrongly: () =>
      world.send({ method: row.method, path, body: { scroll_id: id, scroll: '0s' } }),
    release: async () =>
      expectSuccess(await world.send({ method: 'DELETE', path, body: { scroll_id: id } })),
  };
}

/**
 * Ends another context, and reads it once more. Throws Mismatch if it has hits then, or is gone though it was only read or a
 * request in it was refused.
 */
export async function judgeOther(
  { read, readWrongly, release }: OtherContext,
  fate: Walk['row']['other'],
): Promise<void> {
  if (fate.endsWith('between pages')) return;
  if (fate === 'refused') {
    if (isRefusal(await readWrongly())) pageOf(await read());
    return;
  }
  if (fate === 'released') await release();
  else pageOf(await read(fate === 'continued without keep time'));
  const exchange = await read();
  if (fate !== 'at its end' && isRefusal(exchange)) return;
  const hits = pageOf(exchange);
  if (hits.length > 0) throw new Mismatch('no hits', hits, `a context ${fate} still returns hits`);
}
