import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../base/environment.ts';
import { finishWork } from '../base/work.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { MemoryCatalog } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import type { ResolveOptions } from './catalog-types.ts';

/** Returns an object of many members. */
function named(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 1]));
}

function library(): Catalog {
  const catalog = new MemoryCatalog(systemEnvironment());
  catalog.create('books-1', { aliases: { books: { is_write_index: false }, old: {} } });
  catalog.create('books-2', {
    aliases: {
      books: { is_write_index: true },
      cheap: { filter: { term: { n: 1 } }, routing: 'a' },
    },
  });
  catalog.create('hidden', { settings: { hidden: true } });
  catalog.create('papers', undefined);
  return catalog;
}

test('resolves index expressions', () => {
  const catalog = library();
  const cases: readonly (readonly [
    expression: string | undefined,
    names: string,
    options?: ResolveOptions,
  ])[] = [
    [undefined, 'books-1 books-2 papers'],
    ['_all', 'books-1 books-2 papers'],
    ['*', 'books-1 books-2 hidden papers', { expand_wildcards: ['open', 'hidden'] }],
    ['*', '', { expand_wildcards: ['none'] }],
    ['papers,books', 'books-1 books-2 papers'],
    ['old', 'books-1'],
    ['book*,-books-1', 'books-2'],
    ['o*', 'books-1'],
    ['x*', ''],
    ['nope,papers', 'papers', { ignore_unavailable: true }],
    ['hidden', 'hidden'],
    ['<books-{now/d{1}}>', 'books-1'],
  ];
  for (const [expression, names, options] of cases) {
    const found = catalog.resolve(expression, options).map(({ name }) => name);
    assert.equal(found.join(' '), names, expression);
  }
  const missing: readonly (readonly [string, ResolveOptions?])[] = [
    ['nope'],
    ['papers,nope'],
    ['x*', { allow_no_indices: false }],
  ];
  for (const [expression, options] of missing) {
    assert.throws(() => catalog.resolve(expression, options), {
      type: 'index_not_found_exception',
    });
  }
});

test('adds filter and routing for an alias, but not for the name of its index', () => {
  const catalog = library();
  const [byAlias] = catalog.resolveSearch('cheap');
  assert.deepEqual([byAlias?.filters, byAlias?.routing], [[{ term: { n: 1 } }], ['a']]);
  for (const expression of ['cheap,books-2', 'cheap,books']) {
    const found = catalog.resolveSearch(expression).find(({ index }) => index.name === 'books-2');
    assert.deepEqual([found?.filters, found?.routing], [[], []], expression);
  }
});

test('writes go to the write index, or create an index', () => {
  const catalog = library();
  assert.equal(catalog.writeIndex('books').name, 'books-2');
  assert.equal(catalog.writeIndex('old').name, 'books-1');
  assert.equal(catalog.writeIndex('fresh').name, 'fresh');
  assert.ok(catalog.get('fresh'));
  catalog.updateAliases([
    { kind: 'add', indices: 'books-1,papers', aliases: ['shared'], options: {} },
  ]);
  assert.throws(
    () => catalog.writeIndex('shared'),
    /no write index is defined for alias \[shared\]/,
  );
  assert.throws(() => catalog.singleIndex('shared'), /more than one index/);
  assert.equal(catalog.writeIndex('logs-1').name, 'logs-1');
});

test('refuses invalid names and bodies of indices', () => {
  const catalog = library();
  const names = [
    'Upper',
    '_x',
    '-x',
    '+x',
    'a b',
    'a#',
    'a:b',
    'a*',
    '.',
    '..',
    'a,b',
    'a\0b',
    'a\nb',
    'a\u0085b',
    'a\u202eb',
    'a\u200fb',
    'a\u2028b',
    'x'.repeat(256),
    '',
  ];
  for (const name of names) {
    assert.throws(
      () => catalog.create(name, undefined),
      { type: 'invalid_index_name_exception' },
      name,
    );
  }
  assert.throws(() => catalog.create('books', undefined), /already exists as alias/);
  assert.throws(() => catalog.create('papers', undefined), {
    type: 'resource_already_exists_exception',
  });
  const bodies: readonly (readonly [JsonValue, RegExp])[] = [
    [{ nope: 1 }, /unknown key \[nope\] for create index/],
    [{ settings: { 'index.nope': 1 } }, /unknown setting \[index.nope\]/],
    [{ settings: { analysis: { analyzer: named(10_001) } } }, /more than 10000 settings/],
    [{ settings: { a: { ...named(9999), b: named(2) } } }, /more than 10000 settings/],
    [{ settings: { number_of_shards: 0 } }, /must be >= 1/],
    [{ settings: { refresh_interval: '5' } }, /index.refresh_interval/],
    [{ mappings: { properties: { f: { type: 'x' } } } }, /Failed to parse mapping: No handler/],
    [{ aliases: { papers: {} } }, /same name as the alias/],
    [{ aliases: { books: { is_write_index: true } } }, /more than one write index \[books-2,new\]/],
    [{ aliases: { a: { nope: 1 } } }, /\[alias \[a\]\] does not support \[nope\]/],
  ];
  for (const [body, reason] of bodies) {
    assert.throws(() => catalog.create('new', body), reason);
    assert.equal(catalog.get('new'), undefined);
  }
});

test('carries out all alias actions or none', () => {
  const catalog = library();
  catalog.updateAliases([
    { kind: 'remove', indices: 'books-2', aliases: ['books'], must_exist: undefined },
    { kind: 'add', indices: 'books-1', aliases: ['books'], options: { is_write_index: true } },
    { kind: 'remove_index', indices: 'hidden' },
  ]);
  assert.equal(catalog.writeIndex('books').name, 'books-1');
  assert.equal(catalog.get('hidden'), undefined);
  assert.throws(
    () =>
      catalog.updateAliases([
        { kind: 'add', indices: 'papers', aliases: ['p'], options: {} },
        { kind: 'remove', indices: 'papers', aliases: ['nope'], must_exist: true },
      ]),
    { type: 'aliases_not_found_exception' },
  );
  assert.equal(catalog.aliases().has('p'), false);
  const absent = { kind: 'remove', indices: 'papers', aliases: ['nope'] } as const;
  assert.throws(() => catalog.updateAliases([{ ...absent, must_exist: false }]), {
    type: 'aliases_not_found_exception',
  });
  const hasAll = catalog.updateAliases([
    { ...absent, must_exist: undefined },
    { kind: 'add', indices: 'papers', aliases: ['p'], options: {} },
  ]);
  assert.equal(hasAll, false);
  assert.equal(catalog.aliases().has('p'), true);
});

test('changes settings, and refuses invalid changes', () => {
  const catalog = library();
  catalog.updateSettings('papers', { index: { max_result_window: 5, 'lifecycle.name': 'p' } });
  assert.equal(catalog.get('papers')?.settings.max_result_window, 5);
  catalog.updateSettings('papers', { max_result_window: null });
  assert.equal(catalog.get('papers')?.settings.max_result_window, 10_000);
  assert.equal(catalog.get('papers')?.settings.flat.get('index.lifecycle.name'), 'p');
  assert.throws(
    () => catalog.updateSettings('papers', { number_of_shards: 2 }),
    /non dynamic settings/,
  );

  catalog.updateClusterSettings({ transient: { search: { max_open_scroll_context: 7 } } });
  assert.equal(catalog.setting('search.max_open_scroll_context'), '7');
  catalog.updateClusterSettings({ transient: { 'search.max_open_scroll_context': null } });
  assert.equal(catalog.setting('search.max_open_scroll_context'), '500');
  const wrong: readonly (readonly [JsonValue, RegExp])[] = [
    [{ persistent: { 'a.b': 1 } }, /persistent setting \[a.b\], not recognized/],
    [{ persistent: {} }, /no settings to update/],
    [{ other: {} }, /unknown field \[other\]/],
  ];
  for (const [body, reason] of wrong) {
    assert.throws(() => catalog.updateClusterSettings(body), reason);
  }
});

test('adds fields to many indices in steps, to all or none of them', () => {
  const catalog = library();
  const typed = (type: string) => ({ properties: { n: { type } } });
  finishWork(catalog.putMapping('books-2', typed('long')));
  assert.throws(() => finishWork(catalog.putMapping('*', typed('date'))), /cannot be changed/);
  assert.equal(catalog.get('papers')?.mapping.field('n'), undefined);
  let steps = 0;
  for (const _ of catalog.putMapping('*', typed('long')))
    if (++steps === 1) catalog.delete('papers');
  assert.ok(steps >= 6, `${steps} steps`);
  assert.equal(catalog.get('books-1')?.mapping.field('n')?.type, 'long');
});

test('deletes an index only by its own name', () => {
  const catalog = library();
  assert.throws(() => catalog.delete('books'), /matches an alias/);
  assert.throws(() => catalog.delete('book*'), /Wildcard expressions/);
  assert.deepEqual(
    catalog.delete('books-1,papers').map(({ name }) => name),
    ['books-1', 'papers'],
  );
  assert.deepEqual(
    catalog.resolve('_all').map(({ name }) => name),
    ['books-2'],
  );
});
