import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../../base/environment.ts';
import { column, sourceNode } from '../../testing/plan-fixtures.ts';
import type { OrdinalBlock, Page } from '../block.ts';
import type { SortNode } from '../plan.ts';
import { startEvaluation } from '../start-evaluation.ts';
import type { Pages } from './run.ts';
import { Run } from './run.ts';
import { sortPages } from './sort-pages.ts';

const rows = 64 * 256;

/** Sorts words; returns the most words that are read in one step before the first result, and the result. */
function sortWords(most: number, pageRows: number) {
  let read = 0;
  const at = (ordinal: number): string => {
    read++;
    return `w${(ordinal * 7919) % rows}`.padStart(8, '0');
  };
  const block = (from: number): OrdinalBlock => ({
    kind: 'ordinal',
    rows: pageRows,
    starts: undefined,
    ordinals: Uint32Array.from({ length: pageRows }, (_, row) => from + row),
    terms: { size: rows, at },
  });
  function* input(): Pages {
    for (let from = 0; from < rows; from += pageRows)
      yield { rows: pageRows, blocks: [block(from)] };
  }
  const source = sourceNode({ k: 'keyword' });
  const keys = [{ value: column(0, 'keyword'), descending: false, nullsFirst: false }];
  const node: SortNode = { kind: 'sort', input: source, keys, most, output: source.output };
  const environment = systemEnvironment();
  const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
  const run = new Run({ source: undefined, evaluation, environment });
  const sorted: Page[] = [];
  let greatest = 0;
  for (const page of sortPages(node, input(), run)) {
    if (page !== undefined) sorted.push(page);
    if (sorted.length === 0) greatest = Math.max(greatest, read);
    read = 0;
  }
  return { greatest, count: sorted.reduce((sum, page) => sum + page.rows, 0) };
}

for (const pageRows of [256, 4096]) {
  test(`a step sorts few rows until steps are known to be short: pages of ${pageRows} rows`, () => {
    const { greatest, count } = sortWords(rows, pageRows);
    assert.ok(greatest <= 3 * 512, `${greatest} words are read in one step`);
    assert.equal(count, rows);
  });
}
