import type { CheerioAPI } from 'cheerio';

/** The `nodeType` of a text node. */
export const textNode = 3;

/** A set of elements of a page. */
export type Elements = ReturnType<ReturnType<CheerioAPI>['children']>;

/** A page, with an index of its ids and labels. */
export interface Dom {
  readonly $: CheerioAPI;
  /** The first element with each id. */
  readonly ids: ReadonlyMap<string, Elements>;
  /** The labels that refer to each field by its id. */
  readonly labels: ReadonlyMap<string, readonly Elements[]>;
}

/** Creates the index of a page. */
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

/** Collapses white space to single spaces, and trims the text. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
