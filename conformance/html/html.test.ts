import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Incomplete } from '../base/errors.ts';
import { deepestPage, longestPage, readPage } from './page.ts';
import { submissionOf, withChoice, withText } from './controls.ts';

const url = 'https://ui.example/app/keys?tab=1';

/** The body of an unchanged form with these fields. */
async function sent(fields: string, attributes = 'method=post'): Promise<string> {
  const { forms } = await readPage(`<form ${attributes}>${fields}</form>`, url);
  const [form] = forms;
  assert.ok(form);
  return Buffer.from((await submissionOf(form)).body ?? '').toString();
}

const fields: readonly (readonly [what: string, html: string, sent: string])[] = [
  ['a text', '<input name=a value="1 &amp; 2&#x2f;é">', 'a=1+%26+2%2F%C3%A9'],
  ['an unknown type', '<input type=nonsense name=a value=1>', 'a=1'],
  ['upper case', '<INPUT TYPE="HIDDEN" NAME=\'a\' VALUE=1>', 'a=1'],
  ['no name', '<input value=1><input name="" value=2>', ''],
  ['a text area', '<textarea name=a>\n1\n&lt;b></textarea>', 'a=1%0D%0A%3Cb%3E'],
  [
    'checkboxes',
    '<input type=checkbox name=a checked><input type=checkbox name=a value=2>',
    'a=on',
  ],
  [
    'radio buttons',
    '<input type=radio name=a value=1><input type=radio name=a value=2 checked>',
    'a=2',
  ],
  ['a list', '<select name=a><option>1 <option value=b>2</select>', 'a=1'],
  ['a list with a choice', '<select name=a><option>1<option selected>  2 </select>', 'a=2'],
  [
    'a list with several choices',
    '<select multiple name=a><option>1<option selected>2</select>',
    'a=2',
  ],
  [
    'disabled options',
    '<select name=a><option disabled>1<optgroup disabled><option>2</optgroup><option>3</select>',
    'a=3',
  ],
  ['disabled fields', '<input disabled name=a><textarea disabled name=b></textarea>', ''],
  [
    'a disabled group',
    '<fieldset disabled><legend><input name=a></legend><legend><input name=b></legend></fieldset>',
    'a=',
  ],
  [
    'the first button',
    '<button type=button name=a></button><button name=b value=1>x</button><button name=c></button>',
    'b=1',
  ],
  [
    'a submit button with a value',
    '<input type=reset name=a><input type=submit name=b value=Send>',
    'b=Send',
  ],
  ['HTML in a script', '<script>"<input name=a>"</script><input name=b>', 'b='],
  ['content for browsers without scripts', '<noscript><input name=a></noscript>', 'a='],
  ['a template', '<template><input name=a></template>', ''],
  ['a comment', '<!-- <input name=a> -->', ''],
];
for (const [what, html, expected] of fields) {
  test(`a form with ${what}`, async () => assert.equal(await sent(html), expected));
}

const ways: readonly (readonly [attributes: string, fields: string, where: string])[] = [
  ['', '', 'GET https://ui.example/app/keys'],
  ['action=new', '<input name=a value="1 2">', 'GET https://ui.example/app/new?a=1+2'],
  ['action="/new?b=1#c" method=GET', '<input name=a>', 'GET https://ui.example/new?a='],
  ['method=POST', '<input name=a>', 'POST https://ui.example/app/keys?tab=1'],
  ['method=post action="?x=1&amp;y=2"', '', 'POST https://ui.example/app/keys?x=1&y=2'],
  ['method=post action=//other.example/a', '', 'POST https://other.example/a'],
  ['method=nonsense action="http://["', '', 'GET https://ui.example/app/keys'],
];
for (const [attributes, inner, where] of ways) {
  test(`the destination of a form with ${attributes === '' ? 'no attributes' : attributes}`, async () => {
    const { forms } = await readPage(`<form ${attributes}>${inner}</form>`, url);
    const [form] = forms;
    assert.ok(form);
    const { method, url: to } = await submissionOf(form);
    assert.equal(`${method} ${to.replace(/\?$/, '')}`, where);
  });
}

test('addresses are relative to the base of the page', async () => {
  const { forms } = await readPage('<base href="/other/"><form action=a></form>', url);
  assert.equal(forms[0]?.action, 'https://ui.example/other/a');
});

test('fields can be outside their form, or inside another form', async () => {
  const html = `<input form=two name=a><form id=one><input name=b><input form=two name=c></form>
    <form id=two></form><input form=three name=d>`;
  const { forms } = await readPage(html, url);
  const names = forms.map(({ controls }) => controls.map(({ name }) => name));
  assert.deepEqual(names, [['b'], ['a', 'c']]);
});

const labels: readonly (readonly [html: string, label: string])[] = [
  ['<label for=f>Event &amp;\n write</label><input id=f name=a>', 'Event & write'],
  ['<label><input name=a> event:write</label>', 'event:write'],
  ['<label for=other><input name=a></label>', ''],
  ['<i id=x>One</i><i id=y>Two</i><input name=a aria-labelledby="x y">', 'One\nTwo'],
  ['<input name=a aria-label=One placeholder=Two title=Three>', 'One\nThree\nTwo'],
  ['<input name=a> event:write <br>', 'event:write'],
  ['<select name=a><option label=One>Two</select>', 'One\nTwo'],
];
for (const [html, label] of labels) {
  test(`the label in ${html}`, async () => {
    const { forms } = await readPage(`<form>${html}</form>`, url);
    assert.equal(forms[0]?.controls[0]?.label, label);
  });
}

test('a filled-in form is submitted as multipart', async () => {
  const html = `<form method=post enctype=multipart/form-data><input name='a"'>
    <input type=radio name=r value=1 checked><input type=radio name=r value=2>
    <input type=checkbox name=r value=1 checked></form>`;
  const [form] = (await readPage(html, url)).forms;
  const [text, , second, box] = form?.controls ?? [];
  assert.ok(form && text && second && box);
  const filled = withChoice(withChoice(withText(form, text, '$1 é'), second, true), box, false);
  const { body, contentType = '' } = await submissionOf(filled);
  const mark = /boundary=(.*)$/.exec(contentType)?.[1] ?? '';
  const part = (name: string, value: string): string =>
    `--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  assert.equal(
    Buffer.from(body ?? '').toString(),
    `${part('a%22', '$1 é')}${part('r', '2')}--${mark}--\r\n`,
  );
});

const texts: readonly (readonly [html: string, texts: readonly string[]])[] = [
  ['<p>one<b>two</b><wbr>three</p>', ['onetwothree', 'two']],
  ['<table><tr><td>one<td>two</table>', ['one', 'two']],
  ['<title>one</title><p hidden>a&#47;b&nbsp;</p>', ['one', 'a/b']],
  ['<input value=one><input type=hidden value=two><textarea>\nthree</textarea>', ['one', 'three']],
  ['<script>one</script><style>two</style><template>three</template><!--four-->', []],
];
for (const [html, expected] of texts) {
  test(`the texts of ${html}`, async () => {
    const found = (await readPage(html, url)).texts;
    assert.deepEqual(
      expected.filter((text) => !found.includes(text)),
      [],
    );
    assert.ok(expected.length > 0 || found.length === 0, found.join());
  });
}

test('the length and the depth of a page are limited', async () => {
  const fits = `<form>${'<p>'.repeat(1000)}${'x'.repeat(1000)}`;
  assert.equal((await readPage(fits, url)).forms.length, 1);
  await assert.rejects(readPage('x'.repeat(longestPage + 1), url), Incomplete);
  await assert.rejects(readPage('<div>'.repeat(deepestPage + 1), url), Incomplete);
});
