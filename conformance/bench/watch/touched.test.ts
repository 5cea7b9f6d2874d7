import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined, touchedBy } from './touched.ts';

const files: Readonly<Record<string, string>> = {
  'features/slice/a.feature': '@slice.one\nScenario: x\n| slice.two | 1 |\n@slice.retired',
  'reference/search/slices.ts': '/** Clauses slice.one and no.clause. */',
  'reference/search/slices.test.ts': 'test',
  'reference/search/helper.ts': 'export const x = 1;',
  'conformance/steps/slices.ts': '// slice.one',
};
const known = new Set(['slice.one', 'slice.two']);
const sources = {
  read: (path: string) => files[path] ?? '',
  list: (folder: string) =>
    Object.keys(files).flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
    ),
};

test('a feature touches the clauses of its scenarios', () => {
  const { clauses } = touchedBy('features/slice/a.feature', known, sources);
  assert.deepEqual(clauses, ['slice.one', 'slice.two']);
});

test('a file of the reference touches what it cites, or else what its folder cites, and its test', () => {
  const slices = touchedBy('reference/search/slices.ts', known, sources);
  const tests = ['reference/search/slices.test.ts'];
  assert.deepEqual(slices, { clauses: ['slice.one'], chapters: [], tests });
  const helper = touchedBy('reference/search/helper.ts', known, sources);
  assert.deepEqual(helper, { clauses: ['slice.one'], chapters: [], tests: [] });
});

test('a test touches itself only, a file of clauses its chapter, another file nothing', () => {
  const tests = ['reference/search/slices.test.ts'];
  assert.deepEqual(touchedBy(tests[0] ?? '', known, sources), { clauses: [], chapters: [], tests });
  const chapter = touchedBy('spec/clauses/slice.yaml', known, sources);
  assert.deepEqual(chapter, { clauses: [], chapters: ['slice'], tests: [] });
  const step = touchedBy('conformance/steps/slices.ts', known, sources);
  assert.deepEqual(step, { clauses: [], chapters: [], tests: [] });
  assert.deepEqual(joined([chapter, chapter]), chapter);
});
