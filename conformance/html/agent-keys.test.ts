import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentKeyFormIn, filledIn, holdsWords, secretsShown } from './agent-key-form.ts';
import { readPage } from './page.ts';
import { submissionOf } from './controls.ts';

const url = 'https://ui.example/keys';
const box = (value: string, rest = ''): string =>
  `<input type=checkbox name=p value="${value}" ${rest}>`;
const both = `${box('event:write')}${box('config_agent:read')}`;

/** The fields that are sent for a key named N with `event:write`; undefined if there is no form. */
async function sent(html: string): Promise<string | undefined> {
  const found = agentKeyFormIn(await readPage(html, url));
  const wish = { name: 'N', privileges: ['event:write'] };
  if (found === undefined) return undefined;
  const { url: address } = await submissionOf(filledIn(found, wish));
  return new URL(address).searchParams.toString();
}

const forms: readonly (readonly [what: string, html: string, sent: string | undefined])[] = [
  ['boxes', `<form><input name=n>${both}</form>`, 'n=N&p=event%3Awrite'],
  ['no form', both, undefined],
  ['an unrelated form', '<form><input name=n></form>', undefined],
  [
    'a search form before it and a similar form after it',
    `<form><input type=search name=q></form><form><input name=n>${both}</form>
      <form>${both}<input type=checkbox name=all aria-label="sourcemap:write"></form>`,
    'n=N&p=event%3Awrite',
  ],
  [
    'checked boxes',
    `<form>${box('event:write')}${box('config_agent:read', 'checked')}<input name=n></form>`,
    'p=event%3Awrite&n=N',
  ],
  [
    'a list',
    '<form><textarea name=n></textarea><select name=p><option value=1>config_agent:read<option value=2>event:write</select></form>',
    'n=N&p=2',
  ],
  [
    'other words and fields',
    `<form enctype=multipart/form-data><fieldset><legend>Neu</legend>
      <select name=team required><option value="">-<option value=7 selected>Sieben</select>
      <label>Notiz <input name=note value="x"></label>
      <label for=n>Name des Schlüssels</label><textarea id=n name=label></textarea>
      <select name=rights multiple><option value=1>config_agent:read<option value=2 selected> event:write </select>
      </fieldset><button name=go value=1>Anlegen</button></form>`,
    'team=7&note=x&label=N&rights=2&go=1',
  ],
  [
    'names that are privileges',
    '<form><input name=n><input type=checkbox name="p[event:write]"><input type=checkbox name="p[config_agent:read]" checked></form>',
    'n=N&p%5Bevent%3Awrite%5D=on',
  ],
  [
    'labels that name both',
    `<form><input name=n><label>event:write, unlike config_agent:read ${box('event:write')}</label>
      <label>config_agent:read or event:write ${box('1')}</label></form>`,
    'n=N&p=event%3Awrite',
  ],
  [
    'a text before the name',
    `<form><input name=note value=x><label>Name of the key<input name=k></label>${both}</form>`,
    'note=x&k=N&p=event%3Awrite',
  ],
  [
    'an optional text before a required one',
    `<form><input name=note><input name=k required>${both}</form>`,
    'note=&k=N&p=event%3Awrite',
  ],
  [
    'no text field',
    `<form><input type=hidden name=n value=1>${both}</form>`,
    'n=1&p=event%3Awrite',
  ],
];
for (const [what, html, expected] of forms) {
  test(`the agent key form with ${what}`, async () => assert.equal(await sent(html), expected));
}

const secret = 'c0ffee-c0ffee_c0ffee';
const base64 = Buffer.from(`id-1:${secret}`).toString('base64');
const pages: readonly (readonly [what: string, html: string])[] = [
  ['the credential', `<textarea>\n${base64}</textarea>`],
  ['the credential with character references', `<p>${base64.replaceAll('=', '&#x3D;')}</p>`],
  ['the credential in a line of code', `<pre>api_key="${base64}"</pre>`],
  ['the credential in base64url', `<p>${Buffer.from(`id-1:${secret}`).toString('base64url')}</p>`],
  ['id and secret', `<code>id-1:${secret}</code>`],
  ['the secret alone', `<table><tr><td>id-1<td><b>c0ffee</b>-c0ffee_c0ffee</table>`],
  ['a field', `<p>Some words that are longer</p><input readonly value="${secret}">`],
];
for (const [what, html] of pages) {
  test(`a page shows ${what}`, async () => {
    const page = await readPage(`<p>id-1 was created, long words follow</p>${html}`, url);
    assert.equal(secretsShown(page, 'id-1')[0], secret);
  });
}

test('a name that the kit gave is not taken for a secret', async () => {
  const name = 'ck-tp2fhh8a56-1-3-shop-agent-42';
  const page = await readPage(`<p>id-1 ${name} <b>id-1:${name}</b> key=${name}</p>${secret}`, url);
  assert.deepEqual(secretsShown(page, 'id-1'), [secret]);
});

test('a page without the secret of the key', async () => {
  const other = Buffer.from(`id-2:${secret}`).toString('base64');
  const page = await readPage(
    `<p>id-1<script>${secret}</script><i data-a="${secret}"></i>${other}`,
    url,
  );
  assert.ok(!secretsShown(page, 'id-1').includes(secret));
});

for (const [text, words, expected] of [
  ['a b/c=', 'b/c=', true],
  ['a b&#47;c&#x3d;', 'b/c=', true],
  ['?k=b%2Fc%3d', 'b/c=', true],
  ['b&#1114112;', 'b/c=', false],
  ['b / c =', 'b/c=', false],
] as const) {
  test(`${text} ${expected ? 'contains' : 'does not contain'} ${words}`, () =>
    assert.equal(holdsWords(text, words), expected));
}
