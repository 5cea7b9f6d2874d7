import { Buffer } from 'node:buffer';
import { ServiceError } from '../base/service-error.ts';
import type { AsyncQueries } from '../query/async/async-types.ts';
import { maskContextId } from '../search/context-id.ts';
import type { ContextRegistry } from '../search/context-types.ts';
import type { SqlCursors } from '../sql/cursors.ts';

/** Takes an id as somebody knows it and gives the one under which it is kept, or the other way round. */
type OwnId = (id: string) => string;

/** Gives the ids of somebody: under those of others nothing is found with their mask. */
export function ownIds(mask: Uint8Array): OwnId {
  return (id) => maskContextId(id, mask);
}

/** Gives the scrolls and points in time of one owner. */
export function ownContexts(contexts: ContextRegistry, own: OwnId): ContextRegistry {
  return {
    ...contexts,
    openScroll: async (open) => withOwnIds(await contexts.openScroll(open), own),
    continueScroll: async (step) =>
      withOwnIds(await contexts.continueScroll({ ...step, scroll_id: own(step.scroll_id) }), own),
    clearScrolls: (ids) => contexts.clearScrolls(ids.map(own)),
    openPointInTime(open) {
      const opened = contexts.openPointInTime(open);
      return { ...opened, id: own(opened.id) };
    },
    async searchPointInTime(request) {
      const { pit } = request;
      const inner = pit === undefined ? request : { ...request, pit: { ...pit, id: own(pit.id) } };
      return withOwnIds(await contexts.searchPointInTime(inner), own);
    },
    closePointInTime: (id) => contexts.closePointInTime(own(id)),
  };
}

/** Gives the asynchronous queries of one owner. */
export function ownQueries<Note>(queries: AsyncQueries<Note>, own: OwnId): AsyncQueries<Note> {
  const outer = <Answer extends { readonly id: string }>(answer: Answer): Answer => ({
    ...answer,
    id: own(answer.id),
  });
  return {
    ...queries,
    start: async (start) => outer(await queries.start(start)),
    get: async (id, fetch) => outer(await named(id, () => queries.get(own(id), fetch))),
    stop: async (id) => outer(await named(id, () => queries.stop(own(id)))),
    remove(id) {
      try {
        queries.remove(own(id));
      } catch (error) {
        throw namedAs(id, error);
      }
    },
  };
}

/** Gives the cursors of one owner. */
export function ownCursors(cursors: SqlCursors, own: OwnId): SqlCursors {
  return {
    ...cursors,
    async open(table, paging) {
      const page = await cursors.open(table, paging);
      return { ...page, cursor: page.cursor && ownCursor(page.cursor, own) };
    },
    next(cursor, change) {
      const page = cursors.next(ownCursor(cursor, own), change);
      return { ...page, cursor: page.cursor && ownCursor(page.cursor, own) };
    },
    close: (cursor) => cursors.close(ownCursor(cursor, own)),
  };
}

interface Ids {
  readonly _scroll_id?: string | undefined;
  readonly pit_id?: string | undefined;
}

function withOwnIds<Result extends Ids>(result: Result, own: OwnId): Result {
  return {
    ...result,
    ...(result._scroll_id === undefined ? {} : { _scroll_id: own(result._scroll_id) }),
    ...(result.pit_id === undefined ? {} : { pit_id: own(result.pit_id) }),
  };
}

/** A cursor holds an id, a colon and a row. */
function ownCursor(cursor: string, own: OwnId): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [id, row, ...rest] = text.split(':');
  const isWhole = Buffer.from(text, 'latin1').toString('base64url') === cursor;
  if (!isWhole || id === undefined || row === undefined || rest.length > 0) return cursor;
  return Buffer.from(`${own(id)}:${row}`, 'latin1').toString('base64url');
}

async function named<Answer>(id: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw namedAs(id, error);
  }
}

/** A refusal names the id as the client knows it. */
function namedAs(id: string, error: unknown): unknown {
  const isMissing = error instanceof ServiceError && error.type === 'resource_not_found_exception';
  return isMissing ? new ServiceError(error.type, id, error.details) : error;
}
