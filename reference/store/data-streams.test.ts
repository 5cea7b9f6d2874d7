import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../base/json.ts';
import { handClock } from '../testing/hand-clock.ts';
import { MemoryCatalog } from './catalog.ts';
import type { Catalog } from './catalog.ts';

function withTemplates(templates: Readonly<Record<string, JsonObject>>): Catalog {
  const catalog = new MemoryCatalog(handClock());
  for (const [name, body] of Object.entries(templates)) catalog.templates.put(name, body);
  return catalog;
}

test('creates an index from the template with the highest priority; the body of the request overrides it', () => {
  const catalog = withTemplates({
    low: { index_patterns: '*', priority: 1, template: { settings: { number_of_shards: 7 } } },
    high: {
      index_patterns: ['logs-*'],
      priority: 2,
      template: {
        settings: { index: { number_of_shards: 2, hidden: true }, analysis: {} },
        mappings: {
          dynamic: false,
          properties: { a: { type: 'text' }, o: { properties: { x: { type: 'long' } } } },
        },
        aliases: { all: {}, some: { is_write_index: true } },
      },
    },
  });
  const index = catalog.create('logs-1', {
    settings: { 'index.hidden': false },
    mappings: { properties: { a: { type: 'keyword' }, 'o.y': { type: 'long' } } },
    aliases: { some: {} },
  });
  assert.deepEqual(index.mapping.toJson(), {
    dynamic: false,
    properties: {
      a: { type: 'keyword' },
      o: { properties: { x: { type: 'long' }, y: { type: 'long' } } },
    },
  });
  assert.equal(index.settings.number_of_shards, 2);
  assert.equal(index.settings.flat.get('index.hidden'), 'false');
  assert.deepEqual(
    [...index.aliases],
    [
      ['all', {}],
      ['some', {}],
    ],
  );
  assert.equal(catalog.writeIndex('other').settings.number_of_shards, 7);
  const plain = catalog.create('logs-2', { aliases: {} }, { templates: false });
  assert.equal(plain.settings.number_of_shards, 1);
});

test('refuses invalid templates', () => {
  const catalog = withTemplates({ one: { index_patterns: ['a*z'] } });
  const cases: readonly (readonly [name: string, body: JsonObject, reason: RegExp])[] = [
    ['two', {}, /index patterns are missing/],
    ['two', { index_patterns: [1] }, /index patterns/],
    ['two', { index_patterns: ['b'], priority: -1 }, /priority/],
    ['two', { index_patterns: ['b'], x: 1 }, /\[x\]/],
    ['two', { index_patterns: ['b'], template: { x: 1 } }, /\[x\]/],
    [
      'two',
      { index_patterns: ['b'], template: { settings: { x: 1 } } },
      /\[two\] is invalid.*index\.x/,
    ],
    [
      'two',
      { index_patterns: ['b'], template: { mappings: { properties: { f: { type: 'no' } } } } },
      /\[two\] is invalid.*\[no\]/,
    ],
    ['two', { index_patterns: ['b'], data_stream: true }, /data_stream/],
    ['Two', { index_patterns: ['b'] }, /lower case/],
  ];
  for (const [name, body, reason] of cases) {
    assert.throws(() => catalog.templates.put(name, body), reason, JSON.stringify(body));
  }
  catalog.templates.put('one', { index_patterns: ['a*'] });
  catalog.templates.put('two', { index_patterns: ['a*'], priority: 1 });
  assert.throws(() => catalog.templates.put('two', { index_patterns: ['b'] }, true), /exists/);
});

function withStream(): Catalog {
  const catalog = withTemplates({
    t: { index_patterns: ['s*'], data_stream: {}, template: { settings: { number_of_shards: 2 } } },
    u: { index_patterns: ['x'] },
  });
  catalog.createDataStream('s');
  return catalog;
}

test('writes to the last index of a data stream, and searches all', () => {
  const catalog = withStream();
  const first = catalog.writeIndex('s');
  assert.equal(first.name, '.ds-s-2020.09.13-000001');
  const second = catalog.rollDataStream('s');
  assert.equal(catalog.writeIndex('s'), second);
  const names = (expression: string): string =>
    catalog
      .resolve(expression)
      .map(({ name }) => name.slice(-6))
      .join(' ');
  assert.equal(names('s'), '000001 000002');
  assert.equal(names('s*'), '000001 000002');
  assert.equal(names('_all'), '000001 000002');
  assert.equal(names('.ds-s-2020.09.13-000001'), '000001');
  assert.equal(names('d*'), '');
  const written = [{}, { '@timestamp': '2020' }, { '@timestamp': ['2020', '2021'] }].map((body) => {
    try {
      return second.index({ id: undefined, source: JSON.stringify(body) }).result;
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  });
  assert.match(String(written[0]), /\[@timestamp\] is missing/);
  assert.equal(written[1], 'created');
  assert.match(String(written[2]), /multiple values/);
});

test('a write creates the data stream of a matching template', () => {
  const catalog = withStream();
  assert.match(catalog.writeIndex('s-2').name, /^\.ds-s-2-.*-000001$/);
  assert.equal(catalog.dataStreams.get('s-2')?.generation, 1);
});

test('refuses invalid uses of names of data streams', () => {
  const catalog = withStream();
  catalog.create('i', undefined);
  const first = catalog.writeIndex('s').name;
  const alias = { kind: 'add', indices: 'i', aliases: ['s'], options: {} } as const;
  const cases: readonly (readonly [what: string, does: () => unknown, reason: RegExp])[] = [
    ['same again', () => catalog.createDataStream('s'), /already exists/],
    ['no template', () => catalog.createDataStream('y'), /no matching index template/],
    ['plain template', () => catalog.createDataStream('x'), /no data stream template/],
    ['bad name', () => catalog.createDataStream('S'), /lowercase/],
    ['index', () => catalog.create('s-3', undefined), /data streams only/],
    ['plain index', () => catalog.create('s', undefined, { templates: false }), /data stream/],
    ['alias', () => catalog.updateAliases([alias]), /data stream exists/],
    ['deletion', () => catalog.delete('s'), /matches a data stream/],
    ['write index', () => catalog.delete(first), /is the write index/],
    [
      'write index by alias action',
      () => catalog.updateAliases([{ kind: 'remove_index', indices: first }]),
      /is the write index/,
    ],
    ['missing', () => catalog.deleteDataStreams(['i']), /no such index \[i\]/],
  ];
  for (const [what, does, reason] of cases) assert.throws(does, reason, what);
  catalog.rollDataStream('s');
  catalog.delete(first);
  assert.equal(catalog.dataStreams.get('s')?.indices.length, 1);
  assert.equal(catalog.deleteDataStreams(['s*']).length, 1);
  assert.deepEqual([...catalog.indices.keys()], ['i']);
});
