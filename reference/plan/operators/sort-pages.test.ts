import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../../base/environment.ts';
import { column, sourceNode } from '../../testing/plan-fixtures.ts';
import type { SortNode } from '../plan.ts';
import { startEvaluation } from '../start-evaluation.ts';
import type { Pages } from './run.ts';
import { Run } from './run.ts';
import { sortPages } from './sort-pages.ts';

const rows = 64 * 256;

for (const pageRows of [256, 4096]) {
  test(`rows are sorted and merged in steps of about 1000 rows: pages of ${pageRows} rows`, () => {
    function* input(): Pages {
      for (let from = 0; from < rows; from += pageRows) {
        const words = Array.from(
          { length: pageRows },
          (_, row) => `w${((from + row) * 7919) % rows}`,
        );
        yield { rows: pageRows, columns: [words] };
      }
    }
    const source = sourceNode({ k: 'keyword' });
    const keys = [{ value: column(0, 'keyword'), descending: false, nullsFirst: false }];
    const node: SortNode = { kind: 'sort', input: source, keys, output: source.output };
    const environment = systemEnvironment();
    const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
    const run = new Run({ source: undefined, evaluation, environment });
    const rest = { most: Infinity, used: undefined };
    const steps = [...sortPages(node, input(), { run, ...rest })];
    const sorted = steps.flatMap((page) => page?.columns[0] ?? []);
    assert.ok(sorted.every((word, row) => row === 0 || (sorted[row - 1] ?? '') < (word ?? '')));
    assert.equal(new Set(sorted).size, rows);
    // Each row is sorted once, merged several times and written once.
    assert.ok(steps.length >= (6 * rows) / 1024, `${steps.length} steps`);
  });
}
