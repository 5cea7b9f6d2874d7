import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRegistry } from './registry.ts';

const registry = createRegistry({
  analyzer: {
    folded: { tokenizer: 'whitespace', filter: ['lowercase', 'asciifolding', 'mine'] },
    cut: { type: 'custom', tokenizer: 'commas' },
  },
  tokenizer: { commas: { type: 'pattern', pattern: ',' } },
  filter: { mine: { type: 'stop', stopwords: ['und'] } },
});

const cases: readonly (readonly [analyzer: string, text: string, terms: string])[] = [
  ['standard', 'The QUICK brown-fox, 2 foxes!', 'the0 quick1 brown2 fox3 24 foxes5'],
  ['standard', "don't e.g. 3.14 1,000 a_b __ x", "don't0 e.g1 3.142 1,0003 a_b4 x5"],
  ['standard', 'Ångström naïve 東京 don’t', 'ångström0 naïve1 東2 京3 don’t4'],
  ['simple', 'It is 5 Foo-Bar', 'it0 is1 foo2 bar3'],
  ['whitespace', ' A b-C ', 'A0 b-C1'],
  ['keyword', 'New York', 'New York0'],
  ['stop', 'the fox and a dog', 'fox1 dog4'],
  ['folded', 'Müller und Søn', 'muller0 son2'],
  ['cut', 'a b,c', 'a b0 c1'],
];

test('divides texts into terms with positions', () => {
  for (const [name, text, expected] of cases) {
    const analyzer = registry.analyzer(name);
    assert.ok(analyzer, name);
    const terms = [...analyzer.tokens(text)].map(({ term, position }) => `${term}${position}`);
    assert.equal(terms.join(' '), expected, name);
  }
});

test('truncates words of more than 255 characters', () => {
  const analyzer = registry.analyzer('standard');
  assert.ok(analyzer);
  const lengths = [...analyzer.tokens('x'.repeat(300))].map(({ term }) => term.length);
  assert.deepEqual(lengths, [255, 45]);
});

test('refuses unknown tokenizers and filters', () => {
  const wrong = [
    { analyzer: { a: { tokenizer: 'nope' } } },
    { analyzer: { a: { tokenizer: 'standard', filter: ['nope'] } } },
    { analyzer: { a: { type: 'nope' } } },
    { filter: { f: { type: 'nope' } } },
    { nope: {} },
    { tokenizer: { t: { type: 'pattern', pattern: '(' } } },
  ];
  for (const analysis of wrong) {
    assert.throws(
      () => createRegistry(analysis),
      { name: 'ServiceError' },
      JSON.stringify(analysis),
    );
  }
});
