import { refuse } from '../base/service-error.ts';
import { encodeTable } from '../formats/encode-table.ts';
import type { AnswerForm } from '../formats/format.ts';
import { isDocumentFormat } from '../formats/format.ts';
import type { Members, TableDocument, TableLayout } from '../formats/table-document.ts';
import type { QueryResult } from '../plan/table.ts';
import type { Notes, Reply } from './operation.ts';

/** The state of an asynchronous query. */
interface AsyncState {
  /** Undefined if the query is not stored. */
  readonly id: string | undefined;
  readonly is_running: boolean;
}

/** The result of a query, with its state if it is asynchronous. */
export interface QueryAnswer {
  /** Undefined while the query runs. */
  readonly result: QueryResult | undefined;
  /** Present for an asynchronous query. */
  readonly async?: AsyncState;
}

/** The format of an answer and the time zone in which it shows dates. */
export interface AnswerLayout extends TableLayout {
  readonly form: AnswerForm;
}

/**
 * Returns the reply of a query, which is generated in pieces.
 *
 * query.took-integer, query.is-partial-boolean, query.documents-found-integer, query.values-loaded-integer,
 * async-query.id-string, async-query.is-running-boolean, async-query.post-running-no-result,
 * async-query.post-header-id, async-query.post-header-is-running.
 */
export function answerOf({ result, async }: QueryAnswer, layout: AnswerLayout): Reply {
  const document: TableDocument = {
    before: { ...stateMembers(async), ...figureMembers(result) },
    table: result?.table,
    namesColumns: true,
    rowsMember: 'values',
    after: {},
  };
  return tableReply(document, layout, {
    ...(async === undefined ? {} : { async }),
    took_ms: result?.figures.took_ms,
    warnings: result?.figures.warnings ?? [],
  });
}

/** Returns the reply that writes a table and its metadata in the requested format. */
export function tableReply(document: TableDocument, layout: AnswerLayout, notes: Notes): Reply {
  return { outcome: 'done', chunks: encodeTable(document, layout), notes };
}

/**
 * Throws a ServiceError if a columnar answer is requested in a format that cannot represent one.
 *
 * query.columnar-not-text, query.columnar-not-md, query.columnar-not-arrow.
 */
export function checkColumnar(columnar: boolean, { format }: AnswerForm): void {
  if (!columnar || isDocumentFormat(format)) return;
  refuse(
    `Invalid use of [columnar] argument: cannot be used in combination with [${format}] format`,
  );
}

function stateMembers(async: AsyncState | undefined): Members {
  return async === undefined ? {} : { id: async.id, is_running: async.is_running };
}

function figureMembers(result: QueryResult | undefined): Members {
  if (result === undefined) return {};
  const { took_ms, is_partial, documents_found, values_loaded } = result.figures;
  return { took: Math.round(took_ms), is_partial, documents_found, values_loaded };
}
