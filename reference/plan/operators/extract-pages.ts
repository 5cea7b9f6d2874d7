import type { Block, Page } from '../block.ts';
import { countAt, valueAt } from '../block.ts';
import { BlockBuilder } from '../blocks/block-builder.ts';
import { evaluate } from '../functions/evaluate.ts';
import type { ExtractNode, ExtractedValue } from '../plan.ts';
import type { NodeContext, Pages } from './run.ts';

/** Adds the columns extracted from a text (the first if there are several); nulls if it does not match. */
export function* extractPages(node: ExtractNode, input: Pages, { run }: NodeContext): Pages {
  for (const page of input) {
    yield page === undefined
      ? undefined
      : withColumns(node, page, evaluate(node.value, page, run.evaluation));
  }
}

function withColumns(node: ExtractNode, page: Page, texts: Block): Page {
  const added = node.output.slice(page.blocks.length);
  const builders = added.map(({ type }) => new BlockBuilder(type));
  for (let row = 0; row < page.rows; row++) {
    const text = countAt(texts, row) === 0 ? undefined : String(valueAt(texts, row));
    const found = text === undefined ? undefined : node.extract(text);
    for (const [at, builder] of builders.entries()) builder.addAll(listOf(found?.[at]));
  }
  return { rows: page.rows, blocks: [...page.blocks, ...builders.map((made) => made.finish())] };
}

function listOf(value: ExtractedValue): readonly (string | number)[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}
