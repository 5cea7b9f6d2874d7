import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Insert, Markup } from './agent-keys/layout.ts';
import { html } from './agent-keys/layout.ts';

const rows: readonly (readonly [what: string, given: Insert, text: string])[] = [
  ['an element', '<script>', '&lt;script&gt;'],
  ['the end of an attribute', `"'\``, '&quot;&#39;&#96;'],
  ['an entity', '&lt;', '&amp;lt;'],
  ['a number', 7, '7'],
  ['nothing', undefined, ''],
  ['markup', html`<b>${'<'}</b>`, '<b>&lt;</b>'],
  [
    'a list of markup',
    ['a', '<'].map((text): Markup => html`<i>${text}</i>`),
    '<i>a</i><i>&lt;</i>',
  ],
];

describe('templates of HTML', () => {
  for (const [what, given, text] of rows) {
    it(`take ${what}`, () => assert.equal(html`${given}`.toString(), text));
  }

  it('keep the text around inserted values', () => {
    assert.equal(html`a${'&'}b${'c'}d`.toString(), 'a&amp;bcd');
  });
});
