import { Buffer } from 'node:buffer';
import { ServiceError } from '../base/service-error.ts';
import type { AsyncQueries } from '../query/async/async-queries.ts';
import { maskContextId } from '../search/context-id.ts';
import type { ContextRegistry } from '../search/context-types.ts';
import type { SqlCursors } from '../sql/cursors.ts';

/** Maps internal ids to those that clients know, and back. Neither throws; an unknown id maps to an unknown id. */
export interface IdForm {
  readonly inner: (id: string) => string;
  readonly outer: (id: string) => string;
}

/** Returns the ids of one owner. An id is not valid for any other owner. */
export function idMask(mask: Uint8Array): IdForm {
  const masked = (id: string): string => maskContextId(id, mask);
  return { inner: masked, outer: masked };
}

/** Returns the scrolls and points in time of one owner. */
export function contextsOfOwner(contexts: ContextRegistry, ids: IdForm): ContextRegistry {
  return {
    ...contexts,
    openScroll: async (open) => withOuterIds(await contexts.openScroll(open), ids),
    continueScroll: async (step) =>
      withOuterIds(
        await contexts.continueScroll({ ...step, scroll_id: ids.inner(step.scroll_id) }),
        ids,
      ),
    clearScrolls: (given) => contexts.clearScrolls(given.map(ids.inner)),
    openPointInTime(open) {
      const opened = contexts.openPointInTime(open);
      return { ...opened, id: ids.outer(opened.id) };
    },
    async searchPointInTime(request, environment) {
      const { pit } = request;
      const inner =
        pit === undefined ? request : { ...request, pit: { ...pit, id: ids.inner(pit.id) } };
      return withOuterIds(await contexts.searchPointInTime(inner, environment), ids);
    },
    closePointInTime: (id) => contexts.closePointInTime(ids.inner(id)),
  };
}

/** Returns the asynchronous queries of one owner. */
export function queriesOfOwner<Note>(queries: AsyncQueries<Note>, ids: IdForm): AsyncQueries<Note> {
  const outer = <Answer extends { readonly id: string }>(answer: Answer): Answer => ({
    ...answer,
    id: ids.outer(answer.id),
  });
  return {
    ...queries,
    start: async (start) => outer(await queries.start(start)),
    get: async (id, fetch) =>
      outer(await withClientId(id, () => queries.get(ids.inner(id), fetch))),
    stop: async (id) => outer(await withClientId(id, () => queries.stop(ids.inner(id)))),
    remove(id) {
      try {
        queries.remove(ids.inner(id));
      } catch (error) {
        throw namingClientId(id, error);
      }
    },
  };
}

/** Returns the SQL cursors of one owner. */
export function cursorsOfOwner(cursors: SqlCursors, ids: IdForm): SqlCursors {
  return {
    ...cursors,
    async open(table, paging) {
      const page = await cursors.open(table, paging);
      return { ...page, cursor: page.cursor && mapCursor(page.cursor, ids.outer) };
    },
    next(cursor, change) {
      const page = cursors.next(mapCursor(cursor, ids.inner), change);
      return { ...page, cursor: page.cursor && mapCursor(page.cursor, ids.outer) };
    },
    close: (cursor) => cursors.close(mapCursor(cursor, ids.inner)),
  };
}

interface Ids {
  readonly _scroll_id?: string | undefined;
  readonly pit_id?: string | undefined;
}

function withOuterIds<Result extends Ids>(result: Result, ids: IdForm): Result {
  return {
    ...result,
    ...(result._scroll_id === undefined ? {} : { _scroll_id: ids.outer(result._scroll_id) }),
    ...(result.pit_id === undefined ? {} : { pit_id: ids.outer(result.pit_id) }),
  };
}

/**
 * A cursor is the base64url of an id, a colon and a row number. Any other text is returned unchanged, and refused
 * later.
 */
function mapCursor(cursor: string, map: (id: string) => string): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [id, row, ...rest] = text.split(':');
  const isWhole = Buffer.from(text, 'latin1').toString('base64url') === cursor;
  if (!isWhole || id === undefined || row === undefined || rest.length > 0) return cursor;
  return Buffer.from(`${map(id)}:${row}`, 'latin1').toString('base64url');
}

async function withClientId<Answer>(id: string, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw namingClientId(id, error);
  }
}

/** Returns an error with the internal id in its message replaced by the id that the client knows. */
function namingClientId(id: string, error: unknown): unknown {
  const isMissing = error instanceof ServiceError && error.type === 'resource_not_found_exception';
  return isMissing ? new ServiceError(error.type, id, error.details) : error;
}
