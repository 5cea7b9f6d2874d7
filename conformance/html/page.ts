import type { CheerioAPI } from 'cheerio';
import { Incomplete } from '../base/errors.ts';
import { domOf } from './dom.ts';
import { formsIn, type HtmlForm } from './forms.ts';
import { textsIn } from './texts.ts';

/** The contents of a page in a browser without scripts. */
export interface HtmlPage {
  readonly forms: readonly HtmlForm[];
  /** The visible texts: of the whole page, then of each element that contains only text, then of each field. */
  readonly texts: readonly string[];
}

/** Maximum length of a page in characters. */
export const longestPage = 2 ** 20;

/** Maximum depth of nested elements, as in browsers. */
export const deepestPage = 512;

/**
 * Parses a page; `url` is its address. The library is loaded with the first page, because most runs read no page.
 * Throws Incomplete if the page is too long or nested too deeply.
 */
export async function readPage(html: string, url: string): Promise<HtmlPage> {
  if (html.length > longestPage) {
    throw new Incomplete(`the page ${url} is longer than ${longestPage} characters`);
  }
  const { load } = await import('cheerio');
  const $ = load(html, { scriptingEnabled: false });
  if (isTooDeep($))
    throw new Incomplete(`the page ${url} is nested deeper than ${deepestPage} elements`);
  $('template, script, style').remove();
  return { forms: formsIn(domOf($), baseOf($, url)), texts: textsIn($) };
}

/** The base of relative addresses on the page. */
function baseOf($: CheerioAPI, url: string): string {
  const href = $('base[href]').first().attr('href') ?? '';
  return URL.canParse(href, url) ? new URL(href, url).href : url;
}

function isTooDeep($: CheerioAPI): boolean {
  let level = $.root().children();
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestPage) return true;
    level = level.children();
  }
  return false;
}
