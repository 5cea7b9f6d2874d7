import type { Cell, Page } from '../page.ts';
import { cellOf, partsOfPage, valuesOf } from '../page.ts';
import { evaluate } from '../functions/evaluate.ts';
import type { ExtractNode, ExtractedValue } from '../plan.ts';
import type { NodeContext, Pages, Run } from './run.ts';

/** Maximum number of values of a page, for which memory is held, and of those that are extracted in one step. */
const cellsOfPage = 2 ** 20;
const cellsInStep = 2 ** 13;

/** Reading a text takes at least as long as adding this number of values. */
const cellsOfText = 256;

/** Adds the columns extracted from texts; those of several texts are multi-values. Texts that do not match add nothing. */
export function* extractPages(node: ExtractNode, input: Pages, { run }: NodeContext): Pages {
  const most = Math.ceil(cellsOfPage / (1 + node.output.length));
  for (const page of input) {
    if (page === undefined) yield;
    else for (const part of partsOfPage(page, most)) yield yield* withColumns(node, part, run);
  }
}

function* withColumns(
  node: ExtractNode,
  page: Page,
  { evaluation }: Run,
): Generator<undefined, Page> {
  const texts = yield* evaluate(node.value, page, evaluation);
  const added = node.output.slice(page.columns.length).map((): Cell[] => []);
  let cells = 0;
  for (let row = 0; row < page.rows; row++) {
    cells += added.length + cellsOfText;
    if (cells > cellsInStep) {
      yield;
      cells = 0;
    }
    const found: ReturnType<ExtractNode['extract']>[] = [];
    for (const text of valuesOf(texts[row])) {
      found.push(node.extract(String(text)));
      if (evaluation.isDue?.() === true) yield;
    }
    for (const [at, column] of added.entries()) {
      column.push(cellOf(found.flatMap((values) => listOf(values?.[at]))));
    }
  }
  return { rows: page.rows, columns: [...page.columns, ...added] };
}

function listOf(value: ExtractedValue): readonly (string | number)[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}
