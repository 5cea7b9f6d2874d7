import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The program of a browser: from the environment variable CHROMIUM_BIN, or else from the path. */
export const browserProgram = findBrowser();

/** Why tests that need a browser are skipped; undefined if there is one. */
export const noBrowser =
  browserProgram === undefined
    ? 'no browser was found: install chromium, or name its program in the variable CHROMIUM_BIN'
    : undefined;

/**
 * Opens everything that a page folds, and returns what axe finds wrong with the page: the rule, the element, the reason.
 * Checks all rules, or those that are named.
 */
export async function axeFindings(
  page: Page,
  ...rules: readonly string[]
): Promise<readonly string[]> {
  // What is not on the screen may not be laid out, and then its colours are not checked.
  await page.evaluate(`for (const one of document.querySelectorAll('details, article')) {
    one.open = true;
    one.style.contentVisibility = 'visible';
  }`);
  await page.evaluate(axe.source);
  const options = rules.length === 0 ? {} : { runOnly: rules };
  return await page.evaluate<readonly string[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join('\\n'))))`,
  );
}

/** True if a page does not need horizontal scrolling once its style sheet is there, which an element does not wait for. */
export async function fitsItsWidth(page: Page): Promise<boolean> {
  await page.waitForLoadState('load');
  return (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true;
}

function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_BIN'];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return ['chromium', 'chromium-browser']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
