import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadSupport } from '@cucumber/cucumber/api';
import { fromRoot } from '../../spec/root.ts';
import { parseFeatures, prepareRunner } from '../run/cucumber.ts';
import { ownSuite } from '../run/suite.ts';

/** The members of a cucumber-js step definition that the test uses. */
interface Definition {
  readonly pattern: string | RegExp;
  matchesStepName(step: string): boolean;
}

const suite = ownSuite();
// Not the bundled steps: they belong to another Cucumber.
const { configuration, environment } = await prepareRunner(
  suite,
  [],
  ['dist/conformance/steps/index.js'],
);
const { stepDefinitions } = (await loadSupport(configuration, environment)) as unknown as {
  readonly stepDefinitions: readonly Definition[];
};
const steps = new Set<string>();
await parseFeatures(suite, ({ pickle }) => {
  for (const { text } of pickle?.steps ?? []) steps.add(text);
});

test('the list of phrases contains exactly the defined steps', () => {
  const readme = readFileSync(fromRoot('features', 'README.md'), 'utf8');
  const listed = [...readme.matchAll(/^- `([^`]+)`/gm)].map(([, phrase]) => phrase);
  assert.deepEqual(new Set(listed), new Set(stepDefinitions.map(({ pattern }) => String(pattern))));
});

test('every step of a feature matches exactly one phrase', () => {
  const wrong = [...steps].filter((step) => matchesOf(step).length !== 1);
  assert.deepEqual(
    wrong.map((step) => ({ step, matches: matchesOf(step) })),
    [],
  );
});

test('every phrase is used by a feature', () => {
  const used = new Set([...steps].flatMap(matchesOf));
  const unused = stepDefinitions.filter(({ pattern }) => !used.has(String(pattern)));
  assert.deepEqual(
    unused.map(({ pattern }) => String(pattern)),
    [],
  );
});

function matchesOf(step: string): readonly string[] {
  return stepDefinitions
    .filter((definition) => definition.matchesStepName(step))
    .map(({ pattern }) => String(pattern));
}
