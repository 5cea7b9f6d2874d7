import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningServer } from '../../http/server.ts';
import { startReference } from '../../start.ts';
import type { Submission } from '../../testing/agent-key-page.ts';
import { keyOf, roles, agentKeyPage } from '../../testing/agent-key-page.ts';
import { lineSender, basic } from '../../testing/client.ts';
import { handClock } from '../../testing/hand-clock.ts';

type Field = readonly [name: string, value: string];

const elastic = basic('elastic', 'changeme');
const maker = basic('maker');
const event: Field = ['privilege', 'event:write'];
const config: Field = ['privilege', 'config_agent:read'];

describe('the page of agent keys', () => {
  let server: RunningServer | undefined;
  const url = (): string => server?.url ?? '';
  const environment = handClock();
  const send = lineSender(url);
  const { get, submit } = agentKeyPage(url);
  const create = (fields: readonly Field[], as = maker) => submit({ as, fields });
  const keysOf = async (as: string) =>
    JSON.parse((await send('GET /_security/api_key?owner=true', { as })).text).api_keys;
  before(async () => {
    server = await startReference({
      environment,
      superuser: { username: 'elastic', password: 'changeme' },
    });
    for (const [name, body] of Object.entries(roles)) {
      await send(`POST /_security/role/${name}`, { as: elastic, body });
      const user = { password: 'password', roles: [name] };
      await send(`PUT /_security/user/${name}`, { as: elastic, body: user });
    }
  });
  after(() => server?.stop());

  it('creates a key with the chosen privileges that never expires', async () => {
    const fields: Field[] = [['name', 'good'], event, ['privilege', 'all'], ['expiration', '1s']];
    const response = await create(fields);
    assert.equal(response.status, 200);
    environment.advance(400 * 86_400_000);
    const as = `ApiKey ${keyOf(response.text)}`;
    assert.equal((await send('GET /_security/_authenticate', { as })).status, 200);
    const [kept] = await keysOf(maker);
    assert.equal(kept.name, 'good');
    assert.equal(kept.expiration, undefined);
    const rights = await send('POST /_security/user/_has_privileges', {
      as,
      body: {
        application: [
          {
            application: 'apm',
            privileges: ['event:write', 'config_agent:read'],
            resources: ['*'],
          },
        ],
      },
    });
    const { '*': held } = JSON.parse(rights.text).application.apm;
    assert.deepEqual(held, { 'config_agent:read': false, 'event:write': true });
  });

  it('shows the key once', async () => {
    const response = await create([['name', 'shown'], event, config]);
    const key = keyOf(response.text);
    assert.ok(key.length > 40);
    assert.equal(response.headers['cache-control'], 'no-store');
    const [, secret = ''] = Buffer.from(key, 'base64').toString().split(':');
    const later = [await get(maker), await get(elastic)];
    assert.ok(later.every((page) => !page.text.includes(key) && !page.text.includes(secret)));
  });

  const wrong: readonly (readonly [what: string, fields: readonly Field[], beside: RegExp])[] = [
    ['no name', [event], /role="alert">Enter a name/],
    ['a blank name', [['name', ' \t'], event], /role="alert">Enter a name/],
    ['a long name', [['name', 'n'.repeat(257)], event], /role="alert">This name .* 256/],
    ['an underscore', [['name', '_n'], event], /role="alert">This name .* underscore/],
    ['no privilege', [['name', 'n']], /role="alert">Choose at least one/],
    [
      'another privilege',
      [
        ['name', 'n'],
        ['privilege', 'all'],
      ],
      /role="alert">Choose/,
    ],
  ];
  for (const [what, fields, beside] of wrong) {
    it(`reports a problem with ${what}`, async () => {
      const kept = await keysOf(maker);
      const response = await create(fields);
      assert.equal(response.status, 400);
      assert.match(response.text, beside);
      assert.match(response.text, /<title>Agent keys: no key was created/);
      assert.deepEqual(await keysOf(maker), kept);
    });
  }

  it('keeps the input, and grants no privilege that the creator lacks', async () => {
    const fields: Field[] = [['name', 'mine'], event, config];
    const response = await create(fields, basic('writer'));
    assert.equal(response.status, 400);
    assert.match(response.text, /role="alert">Your roles do not have config_agent:read for/);
    assert.match(response.text, /value="mine"/);
    assert.equal(response.text.match(/\schecked\s/g)?.length, 2);
    assert.equal((await keysOf(basic('writer'))).length, 0);
  });

  const names = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' autofocus x='"];
  for (const name of names) {
    it(`shows a name as text: ${name}`, async () => {
      const refused = await create([['name', name]]);
      assert.equal(refused.status, 400);
      const created = await create([['name', name], event]);
      assert.equal(created.status, 200);
      assert.ok(!refused.text.includes(name) && !/<img|alert\(1\)</.test(refused.text));
      assert.match(refused.text, /&lt;|&#39; autofocus/);
      assert.ok(!created.text.includes(name));
    });
  }

  const foreign: readonly (readonly [what: string, headers: Submission['headers']])[] = [
    ['another origin', { origin: 'http://evil.example' }],
    ['an origin that is hidden', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { 'sec-fetch-site': 'same-site' }],
  ];
  for (const [what, headers = {}] of foreign) {
    it(`refuses a form of ${what}`, async () => {
      const fields: Field[] = [['name', 'foreign'], event];
      const sent = { as: maker, fields, headers };
      assert.equal((await submit(sent)).status, 403);
      const kept = await keysOf(maker);
      assert.ok(kept.every((key: { name: string }) => key.name !== 'foreign'));
    });
  }

  it('refuses bodies that are not forms, and long forms', async () => {
    const fields: Field[] = [['name', 'n'.repeat(20_000)], event];
    assert.equal((await submit({ as: maker, fields })).status, 413);
    const headers = { 'content-type': 'text/plain' };
    assert.equal((await submit({ as: maker, fields: [], headers })).status, 400);
  });

  const visitors: readonly (readonly [who: string, status: number])[] = [
    ['maker', 200],
    ['writer', 200],
    ['api_only', 403],
    ['elsewhere', 403],
    ['viewer', 403],
    ['keyless', 403],
  ];
  for (const [who, status] of visitors) {
    it(`answers ${status} to ${who}`, async () => {
      const response = await get(basic(who));
      assert.equal(response.status, status);
      assert.match(String(response.headers['content-type']), /^text\/html/);
      const sent = await submit({ as: basic(who), fields: [['name', 'n'], event] });
      assert.equal(sent.status, status);
    });
  }

  it('requires an account, and refuses API keys', async () => {
    assert.equal((await get()).status, 401);
    assert.equal((await get(basic('maker', 'wrong!'))).status, 401);
    const key = keyOf((await create([['name', 'no-account'], event])).text);
    assert.equal((await get(`ApiKey ${key}`)).status, 403);
  });

  it('allows no external content, and cannot be framed', async () => {
    const { headers, text } = await get(basic('keeper'));
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|http/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.doesNotMatch(text, /https?:|\sstyle=|\son\w+=|<script/);
  });
});

describe('the page of agent keys without security', () => {
  it('is open to anonymous callers, and checks the privileges of an account', async () => {
    const server = await startReference({ environment: handClock() });
    try {
      const { get, submit } = agentKeyPage(() => server.url);
      const send = lineSender(() => server.url);
      const body = { password: 'password', roles: ['none'] };
      await send('PUT /_security/user/limited', { body });
      const response = await submit({ fields: [['name', 'n'], event] });
      const as = `ApiKey ${keyOf(response.text)}`;
      assert.equal((await send('GET /_security/_authenticate', { as })).status, 200);
      assert.equal((await get(basic('limited'))).status, 403);
    } finally {
      await server.stop();
    }
  });
});
