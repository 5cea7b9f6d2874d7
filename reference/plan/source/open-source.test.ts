import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../search/query/parse-query.ts';
import type { Query } from '../../search/query/weight.ts';
import { bookCatalog } from '../../testing/plan-fixtures.ts';
import { runText } from '../../testing/query-examples/run-example.ts';

const catalog = bookCatalog();

const term = (field: string, value: string): Query =>
  parseQuery({ value: { term: { [field]: value } }, text: '', path: [] });

test('the fields of indices are columns; a filter drops the columns of indices without matches', async () => {
  const shown = async (filter?: Query) => {
    const { table } = await runText('FROM books, others', catalog, { filter });
    return table.columns.map(({ name, type }) => `${name}:${type}`);
  };
  const own = ['also:keyword', 'k:keyword', 'n:long', 'o.at:date', 'plain:integer'];
  const rest = ['span:unsupported', 't:text', 't.raw:keyword'];
  const both = own.map((name) => (name === 'n:long' ? 'n:unsupported' : name));
  both.splice(4, 0, 'own:ip');
  assert.deepEqual(await shown(), [...both, ...rest]);
  assert.deepEqual(await shown(term('k', 'a')), [...own, ...rest]);
  assert.deepEqual(await shown(term('own', '10.0.0.1')), ['n:keyword', 'own:ip', 'plain:integer']);
  assert.deepEqual(await shown(term('k', 'nobody')), [...both, ...rest]);
});

test('values are loaded from stored columns and from bodies, of live documents only', async () => {
  const text = 'FROM books METADATA _id | KEEP _id, n, k, t, plain, also';
  const { table, figures } = await runText(text, catalog);
  assert.deepEqual(table.rows, [
    ['1', 1, 'a', 'One text', 7, 'a'],
    ['2', [3, 5], ['a', 'b'], ['x', 'y'], null, ['a', 'b']],
    ['3', null, 'b', null, null, 'b'],
    ['4', 4, '\ud83d\ude00', null, 8, '\ud83d\ude00'],
    ['5', 2, '\uffee', null, null, '\uffee'],
  ]);
  const { documents_found, values_loaded, is_partial } = figures;
  assert.deepEqual([documents_found, values_loaded, is_partial], [5, 27, false]);
});
