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
  const named = $('[id]')
    .toArray()
    .map((element) => [$(element).attr('id') ?? '', $(element)] as const);
  const ids = new Map(named.toReversed());
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
