import { Buffer } from 'node:buffer';
import { ServiceError } from '../base/service-error.ts';
import type { AsyncQueries } from '../query/async/async-types.ts';
import { maskContextId } from '../search/context-id.ts';
import type { ContextRegistry } from '../search/context-types.ts';
import type { SqlCursors } from '../sql/cursors.ts';

/** Maps the id that a client knows to the internal id, and back. */
type IdMask = (id: string) => string;

/** Returns the mapping of one owner. An id is not valid for any other owner. */
export function idMask(mask: Uint8Array): IdMask {
  return (id) => maskContextId(id, mask);
}

/** Returns the scrolls and points in time of one owner. */
export function contextsOfOwner(contexts: ContextRegistry, mask: IdMask): ContextRegistry {
  return {
    ...contexts,
    openScroll: async (open) => withMaskedIds(await contexts.openScroll(open), mask),
    continueScroll: async (step) =>
      withMaskedIds(
        await contexts.continueScroll({ ...step, scroll_id: mask(step.scroll_id) }),
        mask,
      ),
    clearScrolls: (ids) => contexts.clearScrolls(ids.map(mask)),
    openPointInTime(open) {
      const opened = contexts.openPointInTime(open);
      return { ...opened, id: mask(opened.id) };
    },
    async searchPointInTime(request, environment) {
      const { pit } = request;
      const inner = pit === undefined ? request : { ...request, pit: { ...pit, id: mask(pit.id) } };
      return withMaskedIds(await contexts.searchPointInTime(inner, environment), mask);
    },
    closePointInTime: (id) => contexts.closePointInTime(mask(id)),
  };
}

/** Returns the asynchronous queries of one owner. */
export function queriesOfOwner<Note>(
  queries: AsyncQueries<Note>,
  mask: IdMask,
): AsyncQueries<Note> {
  const outer = <Answer extends { readonly id: string }>(answer: Answer): Answer => ({
    ...answer,
    id: mask(answer.id),
  });
  return {
    ...queries,
    start: async (start) => outer(await queries.start(start)),
    get: async (id, fetch) => outer(await withClientId(id, () => queries.get(mask(id), fetch))),
    stop: async (id) => outer(await withClientId(id, () => queries.stop(mask(id)))),
    remove(id) {
      try {
        queries.remove(mask(id));
      } catch (error) {
        throw namingClientId(id, error);
      }
    },
  };
}

/** Returns the SQL cursors of one owner. */
export function cursorsOfOwner(cursors: SqlCursors, mask: IdMask): SqlCursors {
  return {
    ...cursors,
    async open(table, paging) {
      const page = await cursors.open(table, paging);
      return { ...page, cursor: page.cursor && maskCursor(page.cursor, mask) };
    },
    next(cursor, change) {
      const page = cursors.next(maskCursor(cursor, mask), change);
      return { ...page, cursor: page.cursor && maskCursor(page.cursor, mask) };
    },
    close: (cursor) => cursors.close(maskCursor(cursor, mask)),
  };
}

interface Ids {
  readonly _scroll_id?: string | undefined;
  readonly pit_id?: string | undefined;
}

function withMaskedIds<Result extends Ids>(result: Result, mask: IdMask): Result {
  return {
    ...result,
    ...(result._scroll_id === undefined ? {} : { _scroll_id: mask(result._scroll_id) }),
    ...(result.pit_id === undefined ? {} : { pit_id: mask(result.pit_id) }),
  };
}

/**
 * A cursor is the base64url of an id, a colon and a row number. Any other text is returned unchanged, and refused
 * later.
 */
function maskCursor(cursor: string, mask: IdMask): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [id, row, ...rest] = text.split(':');
  const isWhole = Buffer.from(text, 'latin1').toString('base64url') === cursor;
  if (!isWhole || id === undefined || row === undefined || rest.length > 0) return cursor;
  return Buffer.from(`${mask(id)}:${row}`, 'latin1').toString('base64url');
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
