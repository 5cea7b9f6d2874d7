import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadSupport } from '@cucumber/cucumber/api';
import { fromRoot } from '../../spec/root.ts';
import { prepareRunner } from '../run/cucumber.ts';
import { ownSuite } from '../run/suite.ts';

const { configuration, environment } = await prepareRunner(ownSuite(), [], ownSuite().steps);
const library = (await loadSupport(configuration, environment)) as unknown as {
  readonly stepDefinitions: readonly { readonly pattern: string | RegExp }[];
};
const defined = library.stepDefinitions.map(({ pattern }) => String(pattern));
const words = readFileSync(fromRoot('features', 'README.md'), 'utf8');

test('the list of phrases names every step, and no other', () => {
  const listed = words
    .split('\n')
    .filter((line) => line.startsWith('- `'))
    .flatMap((line) => [...(line.split(' — ')[0] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, phrase = '']) => phrase);
  assert.deepEqual(listed.toSorted(), defined.toSorted());
});
