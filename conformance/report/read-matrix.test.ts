import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { fromRoot } from '../../spec/root.ts';
import { matrixPage } from './matrix.ts';
import { readMatrixPage } from './read-matrix.ts';

const file = fromRoot('docs', 'results.md');
const page = readFileSync(file, 'utf8');
const columns = readMatrixPage(page, file);

test('the published results are read back as they were written', () => {
  assert.equal(columns.length, 6);
  const ids = new Set(loadLedger().clauses.map(({ id }) => id));
  const levels = new Map(loadLedger().clauses.map((clause) => [clause.id, clause] as const));
  const known = columns.map(({ name, report }) => ({
    name,
    report: {
      ...report,
      clauses: report.clauses.flatMap((one) => {
        const clause = levels.get(one.id);
        return clause === undefined ? [] : [{ ...one, level: clause.level, text: clause.text }];
      }),
    },
  }));
  assert.ok(known.every(({ report }) => report.clauses.every(({ id }) => ids.has(id))));
  const again = readMatrixPage(matrixPage(known, true), file);
  for (const [at, { report }] of again.entries()) {
    const { clauses, run, scenarios } = known[at]?.report ?? report;
    assert.deepEqual(
      report.clauses.map(({ id, verdict }) => [id, verdict]),
      clauses.map(({ id, verdict }) => [id, verdict]),
    );
    assert.deepEqual(Object.keys(report.run.notes ?? {}), Object.keys(run.notes ?? {}));
    assert.ok(scenarios.length > 5 || at === 5, `${scenarios.length} scenarios`);
  }
});

test('a page that no matrix has written is refused', () => {
  assert.throws(() => readMatrixPage('# Results\n', 'a.md'), /a\.md is not a page that matrix/);
});
