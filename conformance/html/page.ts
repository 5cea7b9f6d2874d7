import type { CheerioAPI } from 'cheerio';
import { Incomplete } from '../base/errors.ts';
import { domOf, textNode } from './controls.ts';
import { formsIn, type HtmlForm } from './controls.ts';

/** Inline elements, which do not separate words. */
const inline =
  'a, abbr, b, bdi, bdo, cite, code, data, dfn, em, font, i, kbd, mark, q, s, samp, small, span, strong, sub, sup, time, tt, u, var, wbr';

/** Types of fields without visible text. */
const withoutText = new Set('hidden checkbox radio submit button reset image file'.split(' '));

/**
 * The visible texts of a page. Every element that is not inline stands on lines of its own, so that neighbouring table
 * cells do not become one word.
 */
function textsIn($: CheerioAPI): readonly string[] {
  const short = $('*')
    .toArray()
    .map((element) => $(element))
    .filter((element) => {
      const [only, ...others] = element.contents().toArray();
      return others.length === 0 && only?.nodeType === textNode;
    })
    .map((element) => element.text());
  const fields = $('input, textarea')
    .toArray()
    .map((element) => $(element))
    .filter((field) => !withoutText.has((field.attr('type') ?? '').toLowerCase()))
    .map((field) => String(field.val() ?? ''));
  $('*').not(inline).before('\n').after('\n');
  const all = [$.root().text(), ...short, ...fields].map((text) => text.trim());
  return [...new Set(all)].filter((text) => text !== '');
}

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
  const forms = formsIn(domOf($), baseOf($, url));
  return { forms, texts: textsIn($) };
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
