import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mismatch } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { type Browser, openBrowser } from './browser.ts';

type Reply = readonly [status: number, headers: Readonly<Record<string, string>>, body?: string];

/** A browser for a server that sends these replies in order, and then repeats the last one. */
function at(...replies: readonly Reply[]): {
  readonly browser: Browser;
  readonly asked: readonly WireRequest[];
} {
  const asked: WireRequest[] = [];
  const send = (request: WireRequest): Promise<WireResponse> => {
    const [status, headers, body = ''] = replies[Math.min(asked.length, replies.length - 1)] ?? [
      500,
      {},
    ];
    asked.push(request);
    return Promise.resolve({ status, headers, body: Buffer.from(body), duration_ms: 0 });
  };
  const headers = { authorization: 'Basic x' };
  return { browser: openBrowser({ home: 'http://ui.example/base/', headers, send }), asked };
}

const form = '<form method=post action=new><input name=a value=1></form>';
const html = { 'content-type': 'text/html; charset=utf-8' };

test('a form is sent with the headers of a browser', async () => {
  const cookies = { 'set-cookie': 'a=1; Path=/base, b=2; Expires=Wed, 09 Jun 2100 10:00:00 GMT' };
  const { browser, asked } = at([200, { ...html, ...cookies }, form]);
  const visit = await browser.open('/keys');
  await browser.submit(visit, visit.page.forms[0] ?? assert.fail());
  const [first, second] = asked;
  assert.equal(first?.path, '/base/keys');
  assert.equal(first?.headers['cookie'], undefined);
  assert.equal(first?.headers['sec-fetch-site'], 'none');
  assert.deepEqual(
    [second?.method, second?.path, Buffer.from(second?.body ?? '').toString()],
    ['POST', '/base/new', 'a=1'],
  );
  const { accept: _, ...headers } = second?.headers ?? {};
  assert.deepEqual(headers, {
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-user': '?1',
    'upgrade-insecure-requests': '1',
    referer: 'http://ui.example/base/keys',
    origin: 'http://ui.example',
    'content-type': 'application/x-www-form-urlencoded',
    cookie: 'a=1; b=2',
    authorization: 'Basic x',
  });
});

for (const [status, method] of [
  [302, 'GET'],
  [303, 'GET'],
  [307, 'POST'],
] as const) {
  test(`a redirection of a form with ${status} continues with ${method}`, async () => {
    const { browser, asked } = at([200, html, form], [status, { location: '../b?c' }], [200, html]);
    const visit = await browser.open('/keys');
    const end = await browser.submit(visit, visit.page.forms[0] ?? assert.fail());
    assert.deepEqual([end.url, end.answers.length], ['http://ui.example/b?c', 2]);
    await browser.reload(end);
    const expected = [method, '/b?c', method === 'POST'];
    for (const request of asked.slice(2)) {
      assert.deepEqual([request.method, request.path, request.body !== undefined], expected);
    }
    assert.equal(asked.length, 4);
  });
}

test('a visit ends at a redirection to another origin', async () => {
  const { browser, asked } = at([302, { location: 'http://other.example/login' }]);
  const { status, page } = await browser.open('/keys');
  assert.deepEqual([status, page.forms, asked.length], [302, [], 1]);
  const outside = {
    method: 'POST',
    action: 'http://other.example/',
    encoding: 'urlencoded',
  } as const;
  const visit = await browser.open('/keys');
  await assert.rejects(browser.submit(visit, { ...outside, controls: [] }), Mismatch);
});

test('the number of redirections is limited', async () => {
  const { browser, asked } = at([302, { location: '/base/keys' }]);
  await assert.rejects(browser.open('/keys'), Mismatch);
  assert.equal(asked.length, 11);
});

test('a response that is not HTML has no forms', async () => {
  const { browser } = at([403, { 'content-type': 'application/json' }, `{"a":"${form}"}`]);
  assert.deepEqual((await browser.open('/keys')).page.forms, []);
});

for (const [header, path, expected] of [
  ['a=1', '/app/x', 'a=1'],
  ['a=1; Path=/base/app', '/application', undefined],
  ['a=1; path=/', '/x?y', 'a=1'],
  ['a=1', '/x', undefined],
  ['a=1, a=2; HttpOnly, b=', '/app', 'a=2; b='],
  ['a=1; Path=/base/app, a=2; Path=/base/app; Max-Age=0', '/app', undefined],
  ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', '/app', undefined],
  ['a=b=c; SameSite=Strict', '/app/', 'a=b=c'],
  [' ; x, =y', '/app', undefined],
] as const) {
  test(`the cookie ${header} at ${path}`, async () => {
    const { browser, asked } = at([200, { ...html, 'set-cookie': header }]);
    await browser.open('/app/keys');
    await browser.open(path);
    assert.equal(asked[1]?.headers['cookie'], expected);
  });
}
