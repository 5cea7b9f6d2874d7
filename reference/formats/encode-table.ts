import type { AnswerForm } from './format.ts';
import type { Chunk, TableDocument, TableLayout } from './table-document.ts';

/** Takes a table with what stands beside it; gives it piece by piece in the format that the form names. */
export function* encodeTable(
  _document: TableDocument,
  _layout: TableLayout & { readonly form: AnswerForm },
): Generator<Chunk, void, void> {
  yield undefined;
}
