import { at } from '../base/assert.ts';
import type { Page } from '../plan/page.ts';
import type { Chunk, WritableTable } from './table-document.ts';

/**
 * Returns a table without the columns that contain only nulls; yields to the event loop meanwhile.
 */
export function* withoutNullColumns(table: WritableTable): Generator<Chunk, WritableTable, void> {
  const filled = table.columns.map(() => false);
  for (const page of table.pages) {
    for (const at of filled.keys()) filled[at] ||= holdsValues(page, at);
    yield undefined;
  }
  const kept = [...filled.keys()].filter((at) => filled[at]);
  return {
    columns: table.columns.filter((_, at) => filled[at]),
    pages: {
      *[Symbol.iterator]() {
        for (const page of table.pages) yield project(page, kept);
      },
    },
  };
}

function holdsValues(page: Page, column: number): boolean {
  return at(page.columns, column).some((cell) => cell !== null);
}

function project(page: Page, kept: readonly number[]): Page {
  return { rows: page.rows, columns: kept.map((column) => at(page.columns, column)) };
}
