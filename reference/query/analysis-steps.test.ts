import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyse } from '../plan/analysis/analyse.ts';
import { startEvaluation } from '../plan/start-evaluation.ts';
import { parseQueryText } from './parse-query-text.ts';

const all = (make: (at: number) => string, between = ', '): string =>
  Array.from({ length: 1000 }, (_, at) => make(at)).join(between);

const fields = new Map([['n', { name: 'n', type: 'long', mappedType: 'long' }]] as const);

/** Commands with a thousand expressions, and the least number of steps of their analysis. */
const commands: readonly (readonly [what: string, command: string, steps: number])[] = [
  ['keys of groups', `STATS COUNT(*) BY ${all((at) => `n + ${at}`)}`, 15],
  ['sort keys', `SORT ${all((at) => `n + ${at}`)}`, 15],
  ['columns', `EVAL ${all((at) => `a${at} = n + ${at}`)}`, 15],
  ['aggregates', `STATS ${all((at) => `MAX(n + ${at})`)}`, 30],
];

describe('the analysis of a long command has many steps', () => {
  for (const [what, command, least] of commands) {
    test(what, () => {
      const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
      const tree = parseQueryText(`FROM i | ${command}`);
      let steps = 0;
      for (const _ of analyse(tree, { schema: { fields }, evaluation, rowLimits: undefined }))
        steps++;
      assert.ok(steps > least, `${steps} steps`);
    });
  }
});

test('the analysis of a long row has many steps', () => {
  const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
  const tree = parseQueryText(`ROW ${all((at) => `a${at} = ${at}`)}`);
  const steps = [...analyse(tree, { schema: { fields }, evaluation, rowLimits: undefined })];
  assert.ok(steps.length > 15, `${steps.length} steps`);
});
