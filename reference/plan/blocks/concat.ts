import { mapInSteps } from '../../base/work.ts';
import type { Block, Page } from '../block.ts';
import type { ColumnType } from '../column-type.ts';
import { BlockBuilder } from './block-builder.ts';

/** Rows chosen from several pages. */
export interface RowsOfPages {
  readonly pages: readonly Page[];
  /** Row n is row `rows[n]` of page `pageOf[n]`. */
  readonly pageOf: Uint32Array;
  readonly rows: Uint32Array;
}

/** Number of columns that are made in one step. */
const columnsInStep = 16;

/** Returns chosen rows of several pages as one page, in steps; `types` are the types of the columns. */
export function* gatherPages(
  from: RowsOfPages,
  types: readonly ColumnType[],
): Generator<undefined, Page> {
  const blocks = yield* mapInSteps(types, columnsInStep, (type, at) =>
    gatherColumn(from, type, at),
  );
  return { rows: from.rows.length, blocks };
}

function gatherColumn({ pages, pageOf, rows }: RowsOfPages, type: ColumnType, at: number): Block {
  const columns = pages.map((page) => page.blocks[at]);
  const builder = new BlockBuilder(type);
  for (let row = 0; row < rows.length; row++) {
    const column = columns[pageOf[row]!];
    if (column === undefined) builder.addNull();
    else builder.addRow(column, rows[row]!);
  }
  return builder.finish();
}
