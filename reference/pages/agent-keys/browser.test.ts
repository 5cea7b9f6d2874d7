import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import {
  axeFindings,
  browserProgram,
  fitsItsWidth,
  noBrowser,
} from '../../../spec/testing/browser.ts';
import type { RunningServer } from '../../http/server.ts';
import { startReference } from '../../start.ts';
import { lineSender } from '../../testing/client.ts';
import { pagePath } from './layout.ts';

const isDemanded = (process.env['CI'] ?? '') !== '';
const patience_ms = 20_000;

describe('the page of agent keys in a browser', { skip: noBrowser }, () => {
  let server: RunningServer | undefined;
  let browser: Browser | undefined;
  const url = (): string => `${server?.url ?? ''}${pagePath}`;
  before(async () => {
    server = await startReference();
    browser = await chromium.launch({
      executablePath: browserProgram ?? '',
      timeout: 2 * patience_ms,
    });
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Opens the page, and fails if the browser reports an error. */
  const visit = async (options: Parameters<Browser['newContext']>[0] = {}) => {
    assert.ok(browser !== undefined);
    const context: BrowserContext = await browser.newContext(options);
    const complaints: string[] = [];
    const page: Page = await context.newPage();
    page.setDefaultTimeout(patience_ms);
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (/Content.Security|Refused to|violates/i.test(message.text()))
        complaints.push(message.text());
    });
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(url());
    return { context, page, complaints };
  };

  it('creates a key with the keyboard only', async () => {
    const { context, page, complaints } = await visit();
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab', 'Tab');
    assert.equal(await focused(page), 'Name');
    await page.keyboard.type('by <b>keyboard</b>');
    await press('Tab', 'Tab');
    assert.match(await focused(page), /^event:write/);
    await press('Space', 'Tab');
    assert.equal(await focused(page), 'Create agent key');
    await press('Enter');
    await page.waitForURL(url());
    await page.getByRole('heading', { name: 'Agent key created' }).waitFor();
    const key = await page.getByLabel('Key', { exact: true }).inputValue();
    await page.getByRole('link', { name: 'Back to the agent keys' }).press('Enter');
    await page.getByRole('heading', { name: 'Agent keys' }).waitFor();
    assert.ok(!(await page.content()).includes(key));
    assert.ok(await isAccepted(key));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('reports what is missing', async () => {
    const { context, page, complaints } = await visit();
    await page.getByRole('button', { name: 'Create agent key' }).click();
    await page.getByText('Enter a name for the key.').waitFor();
    await page.getByText('Choose at least one privilege.').waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('creates a key without scripts', async () => {
    const { context, page, complaints } = await visit({ javaScriptEnabled: false });
    await page.getByLabel('Name').fill('no script');
    await page.getByLabel(/^config_agent:read/).check();
    await page.getByRole('button', { name: 'Create agent key' }).click();
    const key = await page.getByLabel('Key', { exact: true }).inputValue();
    assert.ok(await isAccepted(key));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('refuses a form from another site', async () => {
    const { context, page } = await visit();
    await page.goto('about:blank');
    const values = { name: 'from elsewhere', privilege: 'event:write' };
    const inputs = Object.entries(values).map(
      ([name, value]) => `<input name="${name}" value="${value}">`,
    );
    await page.setContent(
      `<form method="post" action="${url()}">${inputs.join('')}<button>Win</button>`,
    );
    await page.getByRole('button', { name: 'Win' }).click();
    await page.getByText('the request was sent by a page of another site').waitFor();
    await context.close();
  });

  const screens = [
    { what: 'a phone', width: 320, height: 640 },
    { what: 'a desk', width: 1280, height: 900 },
  ] as const;
  for (const { what, width, height } of screens) {
    it(`is readable on ${what}`, async () => {
      const { context, page } = await visit({ viewport: { width, height } });
      await page.getByLabel('Name').fill('n'.repeat(256));
      await page.getByLabel(/^event:write/).check();
      await page.getByRole('button', { name: 'Create agent key' }).click();
      await page.getByLabel('Key', { exact: true }).waitFor();
      for (const shown of ['the new key', 'the form']) {
        assert.ok(await fitsItsWidth(page), shown);
        assert.deepEqual(await axeFindings(page), [], shown);
        assert.ok(await fitsItsWidth(page), `${shown}, with everything open`);
        await page.goto(url());
      }
      await context.close();
    });
  }

  async function isAccepted(key: string): Promise<boolean> {
    const send = lineSender(() => server?.url ?? '');
    const { status } = await send('GET /_security/_authenticate', { as: `ApiKey ${key}` });
    return status === 200;
  }
});

it('has a browser in CI', { skip: !isDemanded && 'not in CI' }, () => {
  assert.equal(noBrowser, undefined);
});

/** Returns the accessible name of the element that has the focus. */
async function focused(page: Page): Promise<string> {
  const name = await page.evaluate(
    '(() => { const one = document.activeElement; return (one.labels?.[0] ?? one).textContent.trim(); })()',
  );
  return String(name);
}
