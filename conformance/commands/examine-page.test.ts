import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { missingUiMessage, type ManagementUi } from '../driver/profile.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import { examinePage } from './examine.ts';

const box = '<input type=checkbox value=event:write>';
const ui = { agent_keys: '/keys?a=1', application: 'a', space: 's' };

const pages: readonly (readonly [status: number, html: string, problem: RegExp | undefined])[] = [
  [200, `<form><input name=n>${box}</form>`, undefined],
  [200, `<form>${box}</form>`, /no field for a name/],
  [200, '<form><input name=n></form>', /\/keys\?a=1 answered 200, and no form there offers/],
  [401, '', /answered 401.*see --auth/],
];
for (const [status, html, problem] of pages) {
  test(`the page ${status} ${html} can be read: ${problem === undefined}`, async () => {
    const found = await examineAt(status, html, ui);
    assert.equal(found.length, 1);
    if (problem === undefined) assert.equal(found[0]?.problem, undefined);
    else assert.match(found[0]?.problem ?? '', problem);
  });
}

test('where the page is has to be said', async () => {
  assert.deepEqual(
    (await examineAt(200, '', undefined)).map((finding) => finding.problem),
    [missingUiMessage],
  );
});

async function examineAt(
  status: number,
  html: string,
  managementUi: ManagementUi | undefined,
): ReturnType<typeof examinePage> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const target = {
    base_url: baseUrl,
    headers: {},
    tls: { insecure: false },
    timeout_ms: 5000,
    secrets: [],
  };
  const claims = new Set(['management_ui']);
  const place = managementUi === undefined ? {} : { management_ui: managementUi };
  try {
    return await examinePage(target, { ...defaultProfile, claims, ...place });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
