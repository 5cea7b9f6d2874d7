import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../../base/environment.ts';
import { aggregate, column, somewhere, sourceNode } from '../../testing/plan-fixtures.ts';
import type { CallExpression } from '../expression.ts';
import type { AggregateNode, ExtractNode, SortNode } from '../plan.ts';
import { startEvaluation } from '../start-evaluation.ts';
import { aggregatePages } from './aggregate-pages.ts';
import { extractPages } from './extract-pages.ts';
import type { NodeContext, Pages } from './run.ts';
import { Run } from './run.ts';
import { sortPages } from './sort-pages.ts';

const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
const pageRows = 100;
const columns = 400;
const source = sourceNode({ n: 'long' });

function* input(): Pages {
  yield { rows: pageRows, columns: [Array.from({ length: pageRows }, (_, row) => row)] };
}

function contextOf(): NodeContext {
  return {
    run: new Run({ source: undefined, evaluation, environment: systemEnvironment() }),
    most: Infinity,
    used: undefined,
  };
}

/** Expressions that count how often they are computed; `differ`: each row has another value. */
function countedExpressions(differ: boolean) {
  const counts = { computed: 0 };
  const expressions = Array.from({ length: columns }, (_, nth): CallExpression => {
    return {
      kind: 'call',
      name: 'counted',
      type: 'long',
      place: somewhere,
      operands: [],
      *compute({ rows }, { isDue }) {
        if (isDue?.() === true) yield;
        counts.computed++;
        return Array.from({ length: rows }, (_, row) => (differ ? row + nth : nth));
      },
    };
  });
  return { counts, expressions };
}

/** Runs a node; returns the most expressions that are computed in one step, and the steps after the last of them. */
function stepsOf(pages: Pages, counts: { computed: number }) {
  let most = 0;
  let after = 0;
  let before = 0;
  for (const _ of pages) {
    most = Math.max(most, counts.computed - before);
    after = counts.computed > before ? 0 : after + 1;
    before = counts.computed;
  }
  return { most, after };
}

test('many keys of a sort are computed and compared in steps', () => {
  for (const differ of [true, false]) {
    const { counts, expressions } = countedExpressions(differ);
    const keys = expressions.map((value) => ({ value, descending: false, nullsFirst: false }));
    const node: SortNode = { kind: 'sort', input: source, keys, output: source.output };
    const { most, after } = stepsOf(sortPages(node, input(), contextOf()), counts);
    assert.ok(most <= 16, `${most} keys are computed in one step`);
    assert.ok(after >= 5, `${after} steps`);
  }
});

test('many keys of groups are computed, numbered and written in steps', () => {
  const { counts, expressions } = countedExpressions(true);
  const node: AggregateNode = {
    kind: 'aggregate',
    input: source,
    aggregates: [aggregate('count')],
    keys: expressions,
    output: [],
  };
  const { most, after } = stepsOf(aggregatePages(node, input(), contextOf()), counts);
  assert.equal(counts.computed, columns);
  assert.ok(most <= 16, `${most} keys are computed in one step`);
  // The columns of 16 keys are made in one step.
  assert.ok(after > columns / 16 - 2, `${after} steps`);
});

test('many extracted columns are filled in steps', () => {
  const names = Array.from(
    { length: columns },
    (_, nth) => ({ name: `x${nth}`, type: 'keyword' }) as const,
  );
  const node: ExtractNode = {
    kind: 'extract',
    input: source,
    value: column(0, 'long'),
    place: somewhere,
    extract: (text) => names.map(({ name }) => `${name} ${text}`),
    output: [...source.output, ...names],
  };
  const steps = [...extractPages(node, input(), contextOf())];
  assert.ok(steps.length >= 8, `${steps.length} steps`);
  assert.deepEqual(steps.map((page) => page?.columns.length).filter(Boolean), [1 + columns]);
});
