import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { fromRoot } from '../../spec/root.ts';
import type { Column } from './read-report.ts';
import { matrixPage } from './matrix.ts';

const page = readFileSync(fromRoot('docs', 'results.md'), 'utf8');
const columns = JSON.parse(readFileSync(fromRoot('docs', 'results.json'), 'utf8')) as Column[];

/** The parts of a page by their titles; what stands before the first one has no title. */
function partsOf(text: string): ReadonlyMap<string, string> {
  const [start = '', ...parts] = text.split(/^## /m);
  const titled = parts.map((part) => [part.split('\n', 1)[0] ?? '', part.trim()] as const);
  return new Map([['', start.trim()], ...titled]);
}

test('the published page and its data say the same', () => {
  const { byId } = loadLedger();
  const known = columns.map(({ name, report }) => ({
    name,
    report: {
      ...report,
      clauses: report.clauses.map((one) => {
        const { level, text } = byId.get(one.id) ?? assert.fail(one.id);
        return { ...one, level, text };
      }),
    },
  }));
  const [, written = ''] = page.split('<!-- Written by matrix: do not edit by hand. -->');
  const parts = partsOf(written.split('<!-- End of what matrix writes. -->')[0] ?? '');
  const again = partsOf(matrixPage(known, true));
  assert.deepEqual([...again.keys()], [...parts.keys()]);
  // The page shows only some answers.
  for (const [title, part] of parts)
    if (title !== 'Left open') assert.equal(again.get(title), part);
});
