import type { CheerioAPI } from 'cheerio';
import { grouped } from '../base/grouped.ts';

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
  for (const element of $('[id]').toArray()) {
    const id = $(element).attr('id') ?? '';
    if (!ids.has(id)) ids.set(id, $(element));
  }
  const referring = $('label[for]')
    .toArray()
    .map((element) => $(element));
  const labels = grouped(referring.map((label) => [label.attr('for') ?? '', label]));
  return { $, ids, labels };
}

/** Collapses white space to single spaces, and trims the text. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
