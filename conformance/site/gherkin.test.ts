import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divideFeature, gherkin } from './html.ts';

test('a feature is divided into its scenarios, whatever their texts contain', () => {
  const source = [
    'Feature: F',
    '',
    '  Background:',
    '    Given a "b"',
    '',
    '  @one',
    '  # why',
    '  Scenario Outline: <x>',
    '    When it sends:',
    '      """',
    '      ```',
    '      Scenario: none',
    '      """',
    '    Examples:',
    '      | x |',
    '',
    '  @two',
    '  Scenario: next',
    '    Then it is "<1>"',
    '',
  ].join('\n');
  const { background, scenarios } = divideFeature(source);
  assert.deepEqual(background, ['Background:', '  Given a "b"']);
  assert.deepEqual(scenarios.get(8)?.slice(0, 3), ['@one', '# why', 'Scenario Outline: <x>']);
  assert.equal(scenarios.get(8)?.length, 10);
  assert.deepEqual(scenarios.get(18), ['@two', 'Scenario: next', '  Then it is "<1>"']);
  const shown = gherkin(['  Then it is "<1>" for <x>']).text;
  assert.match(shown, />  Then it is "&lt;1&gt;" for &lt;x&gt;</);
});
