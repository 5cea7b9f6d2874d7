import { refuse } from '../base/service-error.ts';
import { encodeTable } from '../formats/encode-table.ts';
import type { AnswerForm } from '../formats/format.ts';
import { isDocumentFormat } from '../formats/format.ts';
import type { Members, TableDocument, TableLayout } from '../formats/table-document.ts';
import type { QueryResult } from '../plan/table.ts';
import type { Notes, Reply } from './operation.ts';

/** The state of an asynchronous query, as its answer tells it. */
export interface AsyncState {
  /** Undefined where nothing was kept that could be asked for. */
  readonly id: string | undefined;
  readonly is_running: boolean;
}

/** What a query has to tell. */
export interface QueryAnswer {
  /** Undefined while the query runs. */
  readonly result: QueryResult | undefined;
  /** Present where the query was asked for asynchronously. */
  readonly async?: AsyncState;
}

/** How one answer is to look: as its request says, and in the zone of its query. */
export interface AnswerLayout extends TableLayout {
  readonly form: AnswerForm;
}

/**
 * Takes what a query has to tell; gives the reply that writes it bit by bit.
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

/** Takes a table with its metadata; gives the reply that writes both in the format that is asked for. */
export function tableReply(document: TableDocument, layout: AnswerLayout, notes: Notes): Reply {
  return { outcome: 'done', chunks: encodeTable(document, layout), notes };
}

/**
 * Throws a ServiceError where an answer by column is asked for in a format that cannot hold one.
 *
 * query.columnar-not-text, query.columnar-not-arrow.
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
