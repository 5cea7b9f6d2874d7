import type { CheerioAPI } from 'cheerio';
import { Incomplete } from '../base/errors.ts';
import { domOf } from './dom.ts';
import { formsIn, type HtmlForm } from './forms.ts';
import { textsIn } from './texts.ts';

/** A page as a browser without scripts sees it. */
export interface HtmlPage {
  readonly forms: readonly HtmlForm[];
  /** The visible texts: of the whole, then of each element with nothing but words in it, then of each field. */
  readonly texts: readonly string[];
}

/** A longer page is not read; in characters. */
export const longestPage = 2 ** 20;

/** Browsers go no deeper into elements that stand in each other. */
export const deepestPage = 512;

/**
 * Reads a page from this address. The library is loaded with the first page, because most runs read none. Throws
 * Incomplete if the page is too long, or nested too deeply.
 */
export async function readPage(html: string, url: string): Promise<HtmlPage> {
  if (html.length > longestPage) {
    throw new Incomplete(`the page ${url} is longer than ${longestPage} characters`);
  }
  const { load } = await import('cheerio');
  const $ = load(html, { scriptingEnabled: false });
  if (isTooDeep($)) throw new Incomplete(`the page ${url} is deeper than ${deepestPage} elements`);
  $('template, script, style').remove();
  return { forms: formsIn(domOf($), baseOf($, url)), texts: textsIn($) };
}

/** What addresses on the page start from. */
function baseOf($: CheerioAPI, url: string): string {
  const given = $('base[href]').first().attr('href') ?? '';
  return URL.canParse(given, url) ? new URL(given, url).href : url;
}

function isTooDeep($: CheerioAPI): boolean {
  let level = $.root().children();
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestPage) return true;
    level = level.children();
  }
  return false;
}
