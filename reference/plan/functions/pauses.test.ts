import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '../../base/work.ts';
import { finishWork } from '../../base/work.ts';
import { somewhere } from '../../testing/plan-fixtures.ts';
import type { Cell, Scalar } from '../cells.ts';
import type { Evaluation, Expression } from '../expression.ts';
import { evaluate } from '../expression.ts';
import { startEvaluation } from '../start-evaluation.ts';
import { Row } from '../row.ts';
import { resolveCall } from './resolve-call.ts';

const plain = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });

const text = 'ab '.repeat(100);
const list = Array.from({ length: 5000 }, (_, nth) => `${(nth * 7) % 5000}`);
const K: Expression = { kind: 'column', type: 'keyword', place: somewhere, at: 0 };

function constant(value: Scalar): Expression {
  const type = typeof value === 'string' ? 'keyword' : 'integer';
  return { kind: 'constant', type, place: somewhere, values: [value] };
}

function call(name: string, ...operands: readonly Expression[]): Expression {
  return finishWork(resolveCall({ name, place: somewhere, operands }, plain));
}

/** Evaluates a call; returns its value and the number of pauses. */
function run(expression: Expression, cell: Cell, evaluation: Evaluation = plain) {
  return count(evaluate(expression, new Row([cell]), evaluation));
}

function count<R>(work: Work<R>): { readonly value: R; readonly pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done === true) return { value: step.value, pauses };
  }
}

const patterns = Array.from({ length: 40 }, (_, nth) => constant(`*b?${nth}?`));
const nested = Array.from({ length: 50 }).reduce<Expression>((sum) => call('mv_max', sum), K);

/** What is computed, of which cell, and the least number of pauses. */
const cases: readonly (readonly [Expression, Cell, number])[] = [
  [call('replace', K, constant('(a|b)+'), constant('x')), text, 100],
  [call('like', K, ...patterns), text, 40],
  [call('in', K, ...Array.from({ length: 50 }, () => call('reverse', K))), text, 51],
  [call('in', K, ...Array.from({ length: 50 }, () => constant('b'))), text, 50],
  [call('greatest', ...Array.from({ length: 50 }, () => K)), list, 50],
  [call('case', call('rlike', K, constant('.*')), call('reverse', K), K), text, 2],
  [call('coalesce', call('reverse', K), K), text, 1],
  [call('to_upper', K), list, 5000],
  [nested, list, 50],
];

test('functions pause between values, patterns and calls', () => {
  for (const [nth, [expression, cell, least]] of cases.entries()) {
    const { pauses } = run(expression, cell);
    assert.ok(pauses >= least, `case ${nth}: ${pauses} pauses`);
    assert.equal(run(expression, cell, { ...plain, isDue: () => false }).pauses, 0);
  }
});

test('the analysis pauses between patterns, and between calls of constants', () => {
  const place = somewhere;
  const patterns = Array.from({ length: 40 }, (_, nth) => constant(`a{${nth}}`));
  const operands = [constant('aa'), ...patterns];
  for (const name of ['like', 'rlike']) {
    const { value, pauses } = count(resolveCall({ name, place, operands }, plain));
    assert.equal(value.kind, 'constant');
    assert.ok(pauses >= 40, `${pauses} pauses`);
  }
});

/** Calls that would take long for one text, and why its result is null. */
const refused: readonly (readonly [string, Expression, string])[] = [
  [
    'groups',
    call('replace', K, constant('()'.repeat(8000)), constant('')),
    'the pattern is too long',
  ],
  [
    'conditions',
    call('replace', K, constant(String.raw`(\b|\B){1000}z?`), constant('')),
    'the pattern takes too long on this text',
  ],
  [
    'growth',
    call('replace', K, constant('.*'), constant('$0'.repeat(20_000))),
    'the text would have more than [1048576] characters',
  ],
  [
    'parts',
    call('replace', K, constant('()'), constant('$1'.repeat(20_000))),
    'the pattern takes too long on this text',
  ],
  [
    'like',
    call('like', K, constant(`*${'?'.repeat(4000)}z*`)),
    'the pattern takes too long on this text',
  ],
];

test('a text for which an expression takes too long gives null with a warning', () => {
  const value = 'ab '.repeat(4000) + '\u4e00'.repeat(2000);
  for (const [what, expression, reason] of refused) {
    const notes: string[] = [];
    const evaluation: Evaluation = { ...plain, warn: (_, problem) => notes.push(problem.reason) };
    assert.equal(run(expression, value, evaluation).value, null, what);
    assert.deepEqual(notes, [reason], what);
  }
});

test('the limit is not met by ordinary expressions on long texts', () => {
  const long = 'ab '.repeat(2000);
  const replaced = call('replace', K, constant(String.raw`(\w+) `), constant('$1-'));
  assert.equal(run(replaced, long).value, 'ab-'.repeat(2000));
  assert.equal(run(call('like', K, constant('*b?a*b ')), long).value, 1);
});
