import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import {
  axeFindings,
  browserProgram,
  fitsItsWidth,
  noBrowser,
} from '../../spec/testing/browser.ts';
import { ownSuite } from '../run/suite.ts';
import { capture } from '../testing/capture.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const folder = temporaryFolder();
const site = join(folder, 'site');
const report = join(folder, 'report.html');
const verdicts = join(folder, 'verdicts.json');

/** The pages that are looked at; the other chapters have the same parts as this one. */
const pages = [
  ...['index', 'clauses', 'open', 'coverage', 'chapter-scroll'].map(
    (name) => [name, join(site, `${name}.html`)] as const,
  ),
  ['report of a run', report] as const,
];
/** Items of long lists that are kept: the rest repeats them, and takes the checks minutes. */
const shorten = `for (const list of document.querySelectorAll('main section, main div, main ul, main tbody')) {
  for (const one of [...list.children].slice(3)) if (/^(ARTICLE|LI|TR|SECTION)$/.test(one.tagName)) one.remove();
}`;

describe('the pages in a browser', { skip: noBrowser }, () => {
  let browser: Browser | undefined;
  before(async () => {
    await writePages();
    browser = await chromium.launch({ executablePath: browserProgram ?? '', timeout: 40_000 });
  });
  after(async () => {
    await browser?.close();
  });

  const visit = async (file: string, use: (page: Page) => Promise<void>): Promise<void> => {
    assert.ok(browser !== undefined);
    const page = await browser.newPage();
    await page.goto(file === 'about:blank' ? file : pathToFileURL(file).href);
    await use(page);
    await page.close();
  };

  for (const [name, file] of pages) {
    it(`${name} is accessible on a phone and on a desk, light and dark`, async () => {
      await visit(file, async (page) => {
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          assert.ok(await fitsItsWidth(page), `${width} pixels`);
        }
        await page.evaluate(shorten);
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme: 'light' });
          assert.deepEqual(await axeFindings(page), [], `${width} pixels`);
          assert.ok(await fitsItsWidth(page), `${width} pixels, with everything open`);
          // The schemes differ in nothing but colours.
          await page.emulateMedia({ colorScheme: 'dark' });
          assert.deepEqual(await axeFindings(page, 'color-contrast'), [], `${width} pixels, dark`);
        }
      });
    });
  }

  for (const [name, file] of [
    ['report', report],
    ['site', join(site, 'chapter-scroll.html')],
  ] as const) {
    it(`a link to a clause of the ${name} lands on it, whatever the width and the motion`, async () => {
      for (const width of [1280, 390]) {
        for (const reducedMotion of ['reduce', 'no-preference'] as const) {
          await visit('about:blank', async (page) => {
            await page.setViewportSize({ width, height: 800 });
            await page.emulateMedia({ reducedMotion });
            const ids = await idsOf(page, file);
            for (const id of [ids.at(-3), ids[10], ids[1]].map(String)) {
              await page.goto('about:blank');
              await page.goto(`${pathToFileURL(file).href}#${id}`);
              assert.ok(Math.abs(await topOf(page, id)) < 60, `${id} at ${await topOf(page, id)}`);
            }
          });
        }
      }
    });
  }

  it('the address holds the filters, and counts lead to what they count', async () => {
    await visit(report, async (page) => {
      const count = page.locator('a[href^="?verdict=non-conformant"]');
      const wanted = await count.textContent();
      await count.click();
      const shown = (): Promise<string> => page.locator('form.filters output').innerText();
      assert.equal((await shown()).split(' ')[0], wanted);
      await page.fill('input[name=word]', 'scroll');
      await page.waitForURL(/\?verdict=non-conformant&word=scroll$/);
      const [address, left] = [page.url(), await shown()];
      await page.goto('about:blank');
      await page.goto(address);
      assert.equal(await shown(), left);
      const hidden = await page.locator('article[hidden]').first().getAttribute('id');
      await page.goto(`${address}#${hidden}`);
      assert.ok(
        await page.locator(`article[id="${hidden}"]`).isVisible(),
        'a link shows its clause',
      );
    });
  });

  it('what is wrong with a page is found, also where it is folded', async () => {
    await visit(report, async (page) => {
      await page.evaluate(shorten);
      await page.evaluate(`(() => {
        const one = document.querySelector('article details');
        one.insertAdjacentHTML('beforeend', '<img src="data:,"><p style="color:#ddd">pale</p>');
      })()`);
      const found = (await axeFindings(page)).map((text) => text.split('\n')[0]);
      assert.deepEqual(new Set(found), new Set(['color-contrast', 'image-alt']));
    });
  });
});

/** The ids of the clauses on a page. */
async function idsOf(page: Page, file: string): Promise<readonly string[]> {
  await page.goto(pathToFileURL(file).href);
  return page.evaluate(`[...document.querySelectorAll('article')].map((one) => one.id)`);
}

/**
 * How far below the top of the window an element is, once nothing moves any more; 0 if the page ends before it could be
 * there.
 */
async function topOf(page: Page, id: string): Promise<number> {
  await page.waitForTimeout(200);
  return page.evaluate(`(() => {
    const { top } = document.getElementById('${id}').getBoundingClientRect();
    const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    return isEnd && top > 0 && top < innerHeight ? 0 : top;
  })()`);
}

/** Runs a chapter against a server that answers `{}` to everything, and writes its report and the review. */
async function writePages(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const target = ['--base-url', `http://127.0.0.1:${port}`, '--chapter', 'scroll'];
  const reports = ['--report', `html=${report}`, '--json', verdicts];
  const { code, err } = await capture(['run', ...target, ...reports], {}, ownSuite());
  server.close();
  assert.equal(code, 1, err);
  const review = await capture(['review', '--out', site, '--results', verdicts], {}, ownSuite());
  assert.equal(review.code, 0, review.err);
}
