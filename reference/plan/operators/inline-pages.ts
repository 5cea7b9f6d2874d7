import { at } from '../../base/assert.ts';
import type { AggregateCall } from '../aggregate.ts';
import type { Block, Page } from '../block.ts';
import { BlockBuilder } from '../blocks/block-builder.ts';
import { maxValues } from '../blocks/block-too-large.ts';
import { gatherRows, slicePage } from '../blocks/gather.ts';
import { blockBytes, pageBytes } from '../blocks/page-bytes.ts';
import { repeatedValues } from '../blocks/repeated-values.ts';
import { Aggregation } from '../grouping/aggregation.ts';
import type { Grouping } from '../grouping/grouper.ts';
import type { InlineAggregateNode } from '../plan.ts';
import type { Pages, Run } from './run.ts';

const groupsInStep = 1024;

/** Marks a row that belongs to several groups. */
const several = 0xffffffff;

/** Adds the aggregates of its group to each row of the input; nulls if a row belongs to several groups. */
export function* inlinePages(node: InlineAggregateNode, input: Pages, run: Run): Pages {
  const aggregation = new Aggregation(node, run);
  const kept: { readonly page: Page; readonly groups: Uint32Array }[] = [];
  for (const page of input) {
    if (page !== undefined) {
      const groups = groupOfRows(yield* aggregation.add(page), page.rows);
      run.reserve(pageBytes(page) + groups.byteLength);
      kept.push({ page, groups });
    }
    yield;
  }
  const figures = node.aggregates.map(({ type }) => new BlockBuilder(type));
  for (let from = 0; from < aggregation.groups; from += groupsInStep) {
    const to = Math.min(aggregation.groups, from + groupsInStep);
    const blocks = yield* aggregation.figures(from, to);
    for (const [nth, block] of blocks.entries()) {
      for (let row = 0; row < block.rows; row++) at(figures, nth).addRow(block, row);
    }
    yield;
  }
  const columns = figures.map((builder) => builder.finish());
  run.reserve(columns.reduce((sum, column) => sum + blockBytes(column), 0));
  for (const [index, { page, groups }] of kept.entries()) {
    for (let from = 0; from < page.rows;) {
      const to = endOfPart({ columns, groups, run }, from);
      const part = groups.subarray(from, to);
      const added = columns.map((column, place) =>
        figuresOf(column, part, at(node.aggregates, place)),
      );
      yield { rows: to - from, blocks: [...slicePage(page, from, to).blocks, ...added] };
      from = to;
    }
    run.reserve(-pageBytes(page) - groups.byteLength);
    kept[index] = empty;
  }
}

interface Lists {
  readonly columns: readonly Block[];
  readonly groups: Uint32Array;
  readonly run: Run;
}

/** Returns the end of the rows from `from` on whose lists of values fit into one page, which has at least one row. */
function endOfPart({ columns, groups, run }: Lists, from: number): number {
  let values = 0;
  let to = from;
  for (; to < groups.length; to++) {
    const group = at(groups, to);
    const more = group === several ? 0 : repeatedValues(columns, group);
    if (to > from && values + more > maxValues) break;
    values += more;
  }
  run.countRows(values);
  return to;
}

function figuresOf(column: Block, groups: Uint32Array, { type }: AggregateCall): Block {
  return groups.includes(several)
    ? withNulls(column, groups, new BlockBuilder(type))
    : gatherRows(column, groups);
}

const empty = { page: { rows: 0, blocks: [] }, groups: new Uint32Array() };

function groupOfRows({ rows, groups, count }: Grouping, rowCount: number): Uint32Array {
  if (rows === undefined) return groups.slice(0, rowCount);
  const result = new Uint32Array(rowCount);
  const seen = new Uint8Array(rowCount);
  for (let index = 0; index < count; index++) {
    const row = at(rows, index);
    result[row] = seen[row] === 1 ? several : at(groups, index);
    seen[row] = 1;
  }
  return result;
}

function withNulls(column: Block, groups: Uint32Array, builder: BlockBuilder): Block {
  for (const group of groups) {
    if (group === several) builder.addNull();
    else builder.addRow(column, group);
  }
  return builder.finish();
}
