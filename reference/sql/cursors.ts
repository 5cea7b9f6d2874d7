import { Buffer } from 'node:buffer';
import { createBudgets } from '../base/budgets.ts';
import type { Environment } from '../base/environment.ts';
import type { Holder } from '../base/held-memory.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { tableBytes } from '../plan/cell-bytes.ts';
import { numberOfContextId } from '../search/context-id.ts';
import { anyone, keptFor, keptTable } from '../search/kept-table.ts';
import type { SqlTable } from './run-statement.ts';

/** Maximum number of results that wait for their next page. */
const maxOpen = 500;

/** How a result is divided into pages. */
export interface Paging {
  /** Maximum number of rows of a page. */
  readonly fetch_size: number;
  /** How long the result is kept for the next page. */
  readonly keep_ms: number;
  readonly columnar: boolean;
  /** Time zone of the dates. */
  readonly zone: string;
}

/** A page of a result, and the cursor for the next one. */
export interface SqlPage {
  readonly table: SqlTable;
  readonly paging: Paging;
  /** Undefined if there are no more rows; the result is then not kept. */
  readonly cursor: string | undefined;
}

interface Waiting {
  readonly table: SqlTable;
  /** Frees the memory of the table. */
  readonly release: () => void;
  readonly paging: Paging;
}

/** The results that wait for their next page. */
export type SqlCursors = ReturnType<typeof createSqlCursors>;

/**
 * Creates the registry of cursors. A cursor identifies a result and a row of it, so that a lost page can be requested
 * again. A result is freed with its last page, when it is closed, and when its keep time ends.
 *
 * sql.fetch-size-effect.
 */
export function createSqlCursors(
  environment: Environment,
  memory: Holder = createBudgets(),
  most = maxOpen,
) {
  const waiting = keptTable<Waiting>('sql_cursor', environment, (one) => one.release());
  return {
    /**
     * Returns the first page. Rejects if too many results wait, or a limit of memory would be exceeded.
     */
    async open(table: SqlTable, paging: Paging, caller = anyone): Promise<SqlPage> {
      if (table.rows.length <= paging.fetch_size) return { table, paging, cursor: undefined };
      const table_bytes = await tableBytes(table.rows, environment);
      if (waiting.holds(most)) throw tooMany(most);
      const release = memory.hold(table_bytes);
      const { id } = waiting.add({ table, release, paging }, paging.keep_ms, caller);
      return pageAt({ table, id, paging }, 0);
    },
    /** Returns the page for a cursor, with the paging of the previous page except for `change`. */
    next(cursor: string, change: Partial<Paging>, caller = anyone): SqlPage {
      const { id, row, number } = readCursor(cursor);
      const entry = keptFor(caller, waiting, id)?.thing;
      if (entry === undefined) {
        const reason = `No search context found for id [${number}]`;
        throw new ServiceError('search_context_missing_exception', reason);
      }
      if (row >= entry.table.rows.length) return invalid();
      const paging = { ...entry.paging, ...change };
      const page = pageAt({ ...entry, paging, id }, row);
      if (page.cursor === undefined) waiting.drop(id);
      else {
        waiting.replace(id, { ...entry, paging });
        waiting.renew(id, paging.keep_ms);
      }
      return page;
    },
    /** Frees a result; returns false if it does not exist. */
    close: (cursor: string, { owner } = anyone) =>
      waiting.drop(readCursor(cursor).id, owner) !== undefined,
    closeAll: waiting.dropAll,
    /** Number of results that wait for their next page. */
    count: () => waiting.all().length,
  };
}

function pageAt(
  { table: { columns, rows }, id, paging }: Omit<Waiting, 'release'> & { readonly id: string },
  from: number,
): SqlPage {
  const to = Math.min(rows.length, from + paging.fetch_size);
  return {
    table: { columns, rows: rows.slice(from, to) },
    paging,
    cursor: to < rows.length ? writeCursor(id, to) : undefined,
  };
}

function writeCursor(id: string, row: number): string {
  return Buffer.from(`${id}:${row}`, 'latin1').toString('base64url');
}

function readCursor(cursor: string): {
  readonly id: string;
  readonly row: number;
  readonly number: number;
} {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, id, digits] = /^([\w-]+):(\d{1,15})$/.exec(text) ?? [];
  const number = id === undefined ? undefined : numberOfContextId('sql_cursor', id);
  if (id === undefined || number === undefined) return invalid();
  const row = Number(digits);
  return writeCursor(id, row) === cursor ? { id, row, number } : invalid();
}

function invalid(): never {
  return refuse('Invalid cursor: it is not one of this service');
}

function tooMany(limit: number): ServiceError {
  return new ServiceError(
    'too_many_requests_exception',
    `Trying to open too many cursors: at most [${limit}] results may wait for their next page. Read them to their end, or close them.`,
  );
}
