import type { CheerioAPI } from 'cheerio';

/** The `nodeType` of a text node. */
export const textNode = 3;

/** Some elements of a page. */
export type Elements = ReturnType<ReturnType<CheerioAPI>['children']>;

/** A page, and how one finds elements in it that others name. */
export interface Dom {
  readonly $: CheerioAPI;
  /** The first element of each id. */
  readonly ids: ReadonlyMap<string, Elements>;
  /** The labels that name a field by its id. */
  readonly labels: ReadonlyMap<string, readonly Elements[]>;
}

/** Indexes a page once, so that elements can be found by their ids and labels. */
export function domOf($: CheerioAPI): Dom {
  const ids = new Map<string, Elements>();
  const labels = new Map<string, Elements[]>();
  for (const element of $('[id]').toArray()) {
    const id = $(element).attr('id') ?? '';
    if (!ids.has(id)) ids.set(id, $(element));
  }
  for (const element of $('label[for]').toArray()) {
    const target = $(element).attr('for') ?? '';
    labels.set(target, [...(labels.get(target) ?? []), $(element)]);
  }
  return { $, ids, labels };
}

/** A text on one line, without blanks at its ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
