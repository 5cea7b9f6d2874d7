import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../search/query/parse-query.ts';
import type { Query } from '../../search/query/weight.ts';
import { books, openIndices, others, source, startPlan } from '../../testing/plan-fixtures.ts';

const term = (field: string, value: string): Query =>
  parseQuery({ value: { term: { [field]: value } }, text: '', path: [] });

test('the fields of indices are columns; a filter drops the columns of indices without matches', async () => {
  const shown = async (filter?: Query) => {
    const { schema } = await openIndices([books, others], filter);
    return [...schema.fields.values()].map(({ name, type }) => `${name}:${type}`);
  };
  const own = ['also:keyword', 'k:keyword', 'n:long', 'o.at:date', 'plain:integer'];
  const rest = ['span:unsupported', 't:text', 't.raw:keyword'];
  const both = own.map((name) => (name === 'n:long' ? 'n:unsupported' : name));
  both.splice(4, 0, 'own:ip');
  assert.deepEqual(await shown(), [...both, ...rest]);
  assert.deepEqual(await shown(term('k', 'a')), [...own, ...rest]);
  assert.deepEqual(await shown(term('own', '10.0.0.1')), ['n:keyword', 'own:ip', 'plain:integer']);
  assert.deepEqual(await shown(term('k', 'nobody')), [...both, ...rest]);
  const { schema } = await openIndices([books, others]);
  assert.deepEqual(
    schema.fields.get('n')?.conflict,
    new Map([
      ['keyword', ['others']],
      ['long', ['books']],
    ]),
  );
});

const fields = source({
  _id: 'keyword',
  n: 'long',
  k: 'keyword',
  t: 'text',
  plain: 'integer',
  also: 'keyword',
});

test('values are loaded from stored columns and from bodies, of live documents only', async () => {
  const task = startPlan(
    { steps: [fields], shown: [0, 1, 2, 3, 4, 5] },
    await openIndices([books]),
  );
  const result = await task.result;
  assert.deepEqual(result.table.rows, [
    ['1', 1, 'a', 'One text', 7, 'a'],
    ['2', [3, 5], ['a', 'b'], ['x', 'y'], null, ['a', 'b']],
    ['3', null, 'b', null, null, 'b'],
    ['4', 4, '\ud83d\ude00', null, 8, '\ud83d\ude00'],
    ['5', 2, '\uffee', null, null, '\uffee'],
  ]);
  const { documents_found, values_loaded, is_partial } = result.figures;
  assert.deepEqual([documents_found, values_loaded, is_partial], [5, 27, false]);
});
