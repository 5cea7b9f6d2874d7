import { type Dom, type Elements, oneLine, textNode } from './dom.ts';

/** All texts that label a field, one per line: its labels and attributes, or else the text after it. */
export function labelOf({ ids, labels }: Dom, field: Elements): string {
  const id = field.attr('id');
  const enclosing = field.closest('label:not([for])');
  const named = id === undefined ? [] : (labels.get(id) ?? []);
  const described = (field.attr('aria-labelledby') ?? '')
    .split(/\s+/)
    .flatMap((name) => ids.get(name) ?? []);
  const attributes = ['aria-label', 'title', 'placeholder'].map((name) => field.attr(name) ?? '');
  const texts = [
    ...[enclosing, ...named, ...described].map((element) => element.text()),
    ...attributes,
  ]
    .map(oneLine)
    .filter((text) => text !== '');
  return texts.length > 0 ? texts.join('\n') : textAfter(field);
}

/** The text between a field and the next element. */
function textAfter(field: Elements): string {
  const next = field.get(0)?.nextSibling;
  return next?.nodeType === textNode ? oneLine(next.nodeValue ?? '') : '';
}
