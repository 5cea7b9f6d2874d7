import type { Block, Page } from '../block.ts';
import { countAt, valueAt } from '../block.ts';
import { BlockBuilder } from '../blocks/block-builder.ts';
import { evaluate } from '../functions/evaluate.ts';
import type { ExtractNode, ExtractedValue } from '../plan.ts';
import type { NodeContext, Pages } from './run.ts';

/** Adds the columns extracted from texts; those of several texts are multi-values. Texts that do not match add nothing. */
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
    const found = Array.from({ length: countAt(texts, row) }, (_, nth) =>
      node.extract(String(valueAt(texts, row, nth))),
    );
    for (const [at, builder] of builders.entries()) {
      builder.addAll(found.flatMap((values) => listOf(values?.[at])));
    }
  }
  return { rows: page.rows, blocks: [...page.blocks, ...builders.map((made) => made.finish())] };
}

function listOf(value: ExtractedValue): readonly (string | number)[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}
