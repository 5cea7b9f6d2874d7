import type { Cheerio, CheerioAPI } from 'cheerio';
import { textNode } from './dom.ts';

type Nodes = ReturnType<ReturnType<CheerioAPI>['contents']>;
type Node = Nodes extends Cheerio<infer One> ? One : never;

/** Inline elements, which do not separate words. */
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Types of fields without visible text. */
const withoutText = new Set('hidden checkbox radio submit button reset image file'.split(' '));

/**
 * The visible texts of a page. Every element that is not inline begins a new line, so that neighbouring table cells do
 * not become one word.
 */
export function textsIn($: CheerioAPI): readonly string[] {
  const pieces: string[] = [];
  const short: string[] = [];
  gather($.root().contents().toArray(), pieces, short);
  const fields = $('input, textarea')
    .toArray()
    .map((element) => $(element))
    .filter((field) => !withoutText.has((field.attr('type') ?? '').toLowerCase()))
    .map((field) => String(field.val() ?? ''));
  const all = [pieces.join(''), ...short, ...fields].map((text) => text.trim());
  return [...new Set(all)].filter((text) => text !== '');
}

/** Adds the text of these nodes to `pieces`, and the text of each element that contains only text to `short`. */
function gather(nodes: readonly Node[], pieces: string[], short: string[]): void {
  for (const node of nodes) {
    if (node.nodeType === textNode) pieces.push(textIn(node));
    if (!('children' in node)) continue;
    const breaks = !('name' in node && inline.has(node.name));
    if (breaks) pieces.push('\n');
    gather(node.children, pieces, short);
    if (breaks) pieces.push('\n');
    const [only] = node.children;
    if (node.children.length === 1 && only?.nodeType === textNode) short.push(textIn(only));
  }
}

function textIn(node: Node): string {
  return 'data' in node ? node.data : '';
}
