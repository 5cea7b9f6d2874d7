import { mapInSteps } from '../../base/work.ts';
import type { Block, Page } from '../block.ts';
import { countAt, valueAt } from '../block.ts';
import { BlockBuilder } from '../blocks/block-builder.ts';
import { slicePage } from '../blocks/gather.ts';
import type { Evaluation } from '../expression.ts';
import { evaluate } from '../functions/evaluate.ts';
import type { ExtractNode, ExtractedValue } from '../plan.ts';
import type { NodeContext, Pages } from './run.ts';

/** Maximum number of values of a page, for which memory is held, and of those that are extracted in one step. */
const cellsOfPage = 2 ** 20;
const cellsInStep = 2 ** 13;

/** Reading a text takes at least as long as adding this number of values. */
const cellsOfText = 256;

/** Adds the columns extracted from texts; those of several texts are multi-values. Texts that do not match add nothing. */
export function* extractPages(node: ExtractNode, input: Pages, { run }: NodeContext): Pages {
  const most = Math.ceil(cellsOfPage / (1 + node.output.length));
  for (const page of input) {
    if (page === undefined) {
      yield;
      continue;
    }
    for (let from = 0; from < page.rows; from += most) {
      const part = slicePage(page, from, Math.min(page.rows, from + most));
      const texts = yield* evaluate(node.value, part, run.evaluation);
      yield yield* withColumns(node, part, { texts, evaluation: run.evaluation });
    }
  }
}

interface Texts {
  readonly texts: Block;
  readonly evaluation: Evaluation;
}

function* withColumns(
  node: ExtractNode,
  page: Page,
  { texts, evaluation }: Texts,
): Generator<undefined, Page> {
  const added = node.output.slice(page.blocks.length);
  const builders = added.map(({ type }) => new BlockBuilder(type));
  let cells = 0;
  for (let row = 0; row < page.rows; row++) {
    cells += added.length + cellsOfText;
    if (cells > cellsInStep) {
      yield;
      cells = 0;
    }
    const found: ReturnType<ExtractNode['extract']>[] = [];
    for (let nth = 0; nth < countAt(texts, row); nth++) {
      found.push(node.extract(String(valueAt(texts, row, nth))));
      if (evaluation.isDue?.() === true) yield;
    }
    for (const [at, builder] of builders.entries()) {
      builder.addAll(found.flatMap((values) => listOf(values?.[at])));
    }
  }
  const made = yield* mapInSteps(builders, cellsOfText, (builder) => builder.finish());
  return { rows: page.rows, blocks: [...page.blocks, ...made] };
}

function listOf(value: ExtractedValue): readonly (string | number)[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}
