import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../../base/environment.ts';
import type { JsonObject } from '../../base/json.ts';
import { MemoryCatalog } from '../catalog.ts';
import type { Index } from '../index-service.ts';

function indexWith(mappings: JsonObject): Index {
  return new MemoryCatalog(systemEnvironment()).create('i', { mappings });
}

function terms(index: Index, field: string, nested?: string): readonly string[] {
  index.refresh();
  const segment = index.snapshots()[0]?.views[0]?.segment;
  const reader = nested === undefined ? segment : segment?.nested(nested)?.fields;
  return [...(reader?.terms(field)?.postings.keys() ?? [])].sort();
}

const text = { type: 'text' };
const keyword = { type: 'keyword' };

test('copies values, not terms, to every target and does not change the source', () => {
  const index = indexWith({
    properties: {
      first: { ...text, copy_to: 'full' },
      last: { ...text, copy_to: ['full', 'exact'] },
      full: text,
      exact: keyword,
    },
  });
  const source = '{"first":"Ada M","last":["Love Lace",null]}';
  index.index({ id: '1', source });
  assert.deepEqual(terms(index, 'full'), ['ada', 'lace', 'love', 'm']);
  assert.deepEqual(terms(index, 'exact'), ['Love Lace']);
  assert.equal(index.get('1')?.source, source);
});

test('copies are not copied again, but are added to multi-fields of the target', () => {
  const index = indexWith({
    properties: {
      a: { ...keyword, copy_to: 'b' },
      b: { ...keyword, copy_to: 'c', fields: { low: { type: 'text' } } },
      c: keyword,
    },
  });
  index.index({ id: '1', source: '{"a":"X"}' });
  assert.deepEqual(
    [terms(index, 'b'), terms(index, 'b.low'), terms(index, 'c')],
    [['X'], ['x'], []],
  );
});

test('adds, ignores or refuses a missing target according to dynamic', () => {
  const a = { ...keyword, copy_to: ['t', 'o.p'] };
  for (const dynamic of [undefined, true, 'true'] as const) {
    const index = indexWith({ ...(dynamic === undefined ? {} : { dynamic }), properties: { a } });
    index.index({ id: '1', source: '{"a":"X"}' });
    assert.deepEqual([terms(index, 't'), terms(index, 'o.p.keyword')], [['x'], ['X']]);
    assert.equal(index.mapping.field('t')?.type, 'text');
  }
  const passed = indexWith({ dynamic: false, properties: { a } });
  passed.index({ id: '1', source: '{"a":"X","t":"own"}' });
  assert.deepEqual([terms(passed, 'a'), terms(passed, 't')], [['X'], []]);
  assert.equal(passed.mapping.field('t'), undefined);

  const strict = indexWith({ dynamic: 'strict', properties: { a } });
  strict.index({ id: '0', source: '{"a":null}' });
  assert.throws(() => strict.index({ id: '1', source: '{"a":"X"}' }), {
    type: 'strict_dynamic_mapping_exception',
    reason: '[1:6] mapping set to strict, dynamic introduction of [t] within [_doc] is not allowed',
  });
});

test('requires the full path of a target in an object or a nested field', () => {
  const properties = (target: string): JsonObject => ({
    n: { type: 'nested', properties: { s: { ...keyword, copy_to: target }, t: keyword } },
    o: { properties: { t: keyword } },
  });
  const full = indexWith({ dynamic: 'strict', properties: properties('n.t') });
  full.index({ id: '1', source: '{"n":[{"s":"X"},{"s":"Y"}]}' });
  assert.deepEqual(terms(full, 'n.t', 'n'), ['X', 'Y']);
  const outside = indexWith({ properties: properties('o.t') });
  outside.index({ id: '1', source: '{"n":[{"s":"X"}]}' });
  assert.deepEqual(terms(outside, 'o.t'), ['X']);

  const short = indexWith({ dynamic: 'strict', properties: properties('t') });
  assert.throws(() => short.index({ id: '1', source: '{"n":{"s":"X"}}' }), {
    type: 'strict_dynamic_mapping_exception',
    reason:
      '[1:11] mapping set to strict, dynamic introduction of [t] within [_doc] is not allowed',
  });
  const root = indexWith({ properties: properties('t') });
  root.index({ id: '1', source: '{"n":{"s":"X"}}' });
  assert.deepEqual([terms(root, 't.keyword'), terms(root, 'n.t', 'n')], [['X'], []]);
});

test('refuses to copy ranges, and values that are invalid for the target', () => {
  const range = indexWith({
    properties: { r: { type: 'date_range', copy_to: 'c' }, c: { type: 'date_range' } },
  });
  assert.throws(() => range.index({ id: '1', source: '{"r":{"gte":"2020-01-01"}}' }), {
    type: 'document_parsing_exception',
    reason:
      '[1:6] Cannot copy field [r] to fields [c]. Copy-to currently only works for value-type fields, not objects.',
  });
  const number = indexWith({
    properties: { a: { ...keyword, copy_to: 'n' }, n: { type: 'long' } },
  });
  assert.throws(
    () => number.index({ id: '1', source: '{"a":"X"}' }),
    /field \[n\] of type \[long\]/,
  );
  assert.equal(number.get('1'), undefined);
});
