import { Buffer } from 'node:buffer';
import { defined } from '../base/assert.ts';
import { ServiceError } from '../base/service-error.ts';
import type { AsyncAnswer, AsyncQueries } from '../query/async/async-queries.ts';
import { maskContextId } from '../search/context-id.ts';
import type { ContextRegistry } from '../search/context-registry.ts';
import type { SqlCursors } from '../sql/cursors.ts';

/** Maps internal ids to those that clients know, and back. Neither throws; an unknown id maps to an unknown id. */
export interface IdForm {
  readonly inner: (id: string) => string;
  readonly outer: (id: string) => string;
}

/** The caller of a request that opens and uses contexts. */
export interface Owner extends IdForm {
  /** The names that the request reads; grows while it is handled. */
  readonly names?: ReadonlySet<string>;
  /** Throws a ServiceError if the caller may no longer read one of these names. */
  readonly requireAll?: (names: ReadonlySet<string>) => void;
}

/** Ends a context of which the caller may no longer read all names, and throws the ServiceError that says so. */
function checkNames({ requireAll }: Owner, names: ReadonlySet<string>, end: () => unknown): void {
  try {
    requireAll?.(names);
  } catch (error) {
    end();
    throw error;
  }
}

/** Returns the ids of one owner. An id is not valid for any other owner. */
export function idMask(mask: Uint8Array): IdForm {
  const masked = (id: string): string => maskContextId(id, mask);
  return { inner: masked, outer: masked };
}

/** Returns the scrolls and points in time of one owner. */
export function contextsOfOwner(contexts: ContextRegistry, owner: Owner): ContextRegistry {
  const { inner, outer, names } = owner;
  return {
    ...contexts,
    namesOf: (id) => contexts.namesOf(inner(id)),
    openScroll: async (open) => withOuterIds(await contexts.openScroll({ ...open, names }), owner),
    async continueScroll(step) {
      const id = inner(step.scroll_id);
      checkNames(owner, contexts.namesOf(id), () => contexts.clearScrolls([id]));
      return withOuterIds(await contexts.continueScroll({ ...step, scroll_id: id }), owner);
    },
    clearScrolls: (given) => contexts.clearScrolls(given.map(inner)),
    openPointInTime(open) {
      const opened = contexts.openPointInTime({ ...open, names });
      return { ...opened, id: outer(opened.id) };
    },
    async searchPointInTime(request, environment) {
      const pit = defined(request.pit, 'point in time of the request');
      const id = inner(pit.id);
      checkNames(owner, contexts.namesOf(id), () => contexts.closePointInTime(id));
      const own = { ...request, pit: { ...pit, id } };
      return withOuterIds(await contexts.searchPointInTime(own, environment), owner);
    },
    closePointInTime: (id) => contexts.closePointInTime(inner(id)),
  };
}

/** Returns the asynchronous queries of one owner. */
export function queriesOfOwner<Note>(
  queries: AsyncQueries<Note>,
  owner: Owner,
): AsyncQueries<Note> {
  const { inner, names } = owner;
  const outer = <Answer extends { readonly id: string }>(answer: Answer): Answer => ({
    ...answer,
    id: owner.outer(answer.id),
  });
  const use = async (id: string, call: (own: string) => Promise<AsyncAnswer<Note>>) => {
    try {
      const own = inner(id);
      checkNames(owner, queries.namesOf(own), () => queries.remove(own));
      return outer(await call(own));
    } catch (error) {
      throw namingClientId(id, error);
    }
  };
  return {
    ...queries,
    start: async (start) => outer(await queries.start({ ...start, names })),
    get: (id, fetch) => use(id, (own) => queries.get(own, fetch)),
    stop: (id) => use(id, (own) => queries.stop(own)),
    namesOf: (id) => queries.namesOf(inner(id)),
    remove(id) {
      try {
        queries.remove(inner(id));
      } catch (error) {
        throw namingClientId(id, error);
      }
    },
  };
}

/** Returns the SQL cursors of one owner. */
export function cursorsOfOwner(cursors: SqlCursors, owner: Owner): SqlCursors {
  const { inner, outer, names } = owner;
  return {
    ...cursors,
    namesOf: (cursor) => cursors.namesOf(mapCursor(cursor, inner)),
    async open(table, paging) {
      const page = await cursors.open(table, paging, names);
      return { ...page, cursor: page.cursor && mapCursor(page.cursor, outer) };
    },
    next(cursor, change) {
      const own = mapCursor(cursor, inner);
      checkNames(owner, cursors.namesOf(own), () => cursors.close(own));
      const page = cursors.next(own, change);
      return { ...page, cursor: page.cursor && mapCursor(page.cursor, outer) };
    },
    close: (cursor) => cursors.close(mapCursor(cursor, inner)),
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

/** Returns an error with the internal id in its message replaced by the id that the client knows. */
function namingClientId(id: string, error: unknown): unknown {
  const isMissing = error instanceof ServiceError && error.type === 'resource_not_found_exception';
  return isMissing ? new ServiceError(error.type, id, error.details) : error;
}
