import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../base/json.ts';
import { createRegistry } from './analysis/registry.ts';
import { DynamicFields } from './documents/dynamic-fields.ts';
import type { Mapping } from './mapping.ts';
import { mergeMapping, normalizeMapping } from './mappings/merge-mapping.ts';
import { parseMapping } from './mappings/parse-mapping.ts';

const registry = createRegistry({});
const limits = { total_fields: 12, depth: 3 };

function parse(json: JsonObject): Mapping {
  return parseMapping(normalizeMapping(json), { registry, limits });
}

function ofField(definition: JsonObject): JsonObject {
  return { properties: { f: definition } };
}

test('finds fields, multi-fields and aliases by full path', () => {
  const mapping = parse({
    dynamic: 'strict',
    properties: {
      title: { type: 'text', analyzer: 'simple', fields: { raw: { type: 'keyword' } } },
      other: { type: 'alias', path: 'title.raw' },
      'a.b': { type: 'scaled_float', scaling_factor: 100 },
      n: { type: 'nested', properties: { o: { properties: { x: { type: 'ip' } } } } },
    },
  });
  assert.equal(mapping.field('title.raw')?.type, 'keyword');
  assert.equal(mapping.field('other')?.name, 'title.raw');
  assert.equal(mapping.field('a.b')?.type, 'scaled_float');
  assert.equal(mapping.field('a'), undefined);
  assert.equal(mapping.field('n.o.x')?.nestedPath, 'n');
  assert.equal(mapping.object('n.o')?.nestedPath, 'n');
  assert.equal(mapping.root.dynamic, 'strict');
  assert.deepEqual(mapping.matching('*i*'), ['title', 'title.raw']);
  assert.deepEqual(parse(mapping.toJson()).toJson(), mapping.toJson());
});

const deep = { properties: { b: { properties: { c: { properties: { d: { type: 'long' } } } } } } };
const refusals: readonly (readonly [reason: string, mapping: JsonObject])[] = [
  ['No handler for type [x] declared on field [f]', ofField({ type: 'x' })],
  ['No type specified for field [f]', ofField({})],
  ['unknown parameter [y] on mapper [f] of type [long]', ofField({ type: 'long', y: 1 })],
  ['analyzer [z] has not been configured in mappings', ofField({ type: 'text', analyzer: 'z' })],
  ['unknown parameter [foo] on mapper [_doc] of type [object]', { foo: 1 }],
  ['Could not convert [_doc.dynamic] to boolean or [strict]: [x]', { dynamic: 'x' }],
  ['Unknown pattern letter: b', ofField({ type: 'date', format: 'yyyy-bb' })],
  ['misses required parameter [scaling_factor]', ofField({ type: 'scaled_float' })],
  [
    'Limit of mapping depth [3] has been exceeded',
    { properties: { a: deep, z: { properties: { a: deep } } } },
  ],
  [
    'Limit of total fields [12] has been exceeded',
    {
      properties: Object.fromEntries(Array.from('abcdefghijklm', (name) => [name, { type: 'ip' }])),
    },
  ],
  ['an alias must refer to an existing field', ofField({ type: 'alias', path: 'g' })],
  [
    '[copy_to] may not be used to copy from a multi-field: [f.r]',
    ofField({ type: 'text', fields: { r: { type: 'keyword', copy_to: 'g' } } }),
  ],
  [
    '[copy_to] may not be used to copy to a multi-field: [f.r]',
    {
      properties: {
        f: { type: 'text', fields: { r: { type: 'keyword' } } },
        g: { type: 'text', copy_to: 'f.r' },
      },
    },
  ],
  [
    'Cannot copy to field [o] since it is mapped as an object',
    { properties: { f: { type: 'long', copy_to: 'o' }, o: { type: 'object' } } },
  ],
  [
    'is trying to copy data from nested object [null] to [n]',
    {
      properties: {
        f: { type: 'long', copy_to: 'n.x' },
        n: { type: 'nested', properties: { x: { type: 'long' } } },
      },
    },
  ],
];

test('refuses an invalid mapping with the reason', () => {
  for (const [reason, mapping] of refusals) {
    assert.throws(
      () => parse(mapping),
      (error: Error) => error.name === 'ServiceError' && error.message.includes(reason),
      reason,
    );
  }
});

test('adds fields, and refuses to change existing ones', () => {
  const present = normalizeMapping({
    properties: {
      a: { type: 'long' },
      t: { type: 'text', analyzer: 'simple' },
      o: { properties: {} },
    },
  });
  const merged = parse(
    mergeMapping(present, {
      dynamic: 'false',
      properties: {
        a: { type: 'long', copy_to: 'c' },
        t: { type: 'text', analyzer: 'simple', fields: { raw: { type: 'keyword' } } },
        o: { properties: { p: { type: 'date' } } },
      },
    }),
  );
  assert.deepEqual(merged.field('a')?.copy_to, ['c']);
  assert.ok(merged.field('t.raw') && merged.field('o.p'));
  assert.equal(merged.root.dynamic, 'false');

  const changes: readonly (readonly [string, JsonObject])[] = [
    ['mapper [a] cannot be changed from type [long] to [keyword]', { a: { type: 'keyword' } }],
    [
      'Cannot update parameter [analyzer] from [simple] to [stop]',
      { t: { type: 'text', analyzer: 'stop' } },
    ],
    ["can't merge a non object mapping [o] with an object mapping", { o: { type: 'long' } }],
    ["can't merge a non object mapping [a] with an object mapping", { a: { properties: {} } }],
    ['from non-nested to nested', { o: { type: 'nested' } }],
  ];
  for (const [reason, properties] of changes) {
    assert.throws(
      () => mergeMapping(present, { properties }),
      (error: Error) => error.message.includes(reason),
      reason,
    );
  }
});

test('dotted names are expanded in any order and at any depth, and contradictions are refused', () => {
  const mapping = normalizeMapping({
    properties: {
      'a.b': { type: 'long' },
      'a.c.d': { type: 'ip' },
      a: { dynamic: 'strict', properties: { 'c.e': { type: 'date' } } },
    },
  });
  const c = { properties: { d: { type: 'ip' }, e: { type: 'date' } } };
  const a = { dynamic: 'strict', properties: { b: { type: 'long' }, c } };
  assert.deepEqual(mapping, { properties: { a } });
  const refused: readonly (readonly [JsonObject, RegExp])[] = [
    [
      { 'a.b': { type: 'long' }, a: { type: 'ip' } },
      /non object mapping \[a\]|object mapping \[a\]/,
    ],
    [{ o: { properties: { 'a.b': {}, a: { type: 'ip' } } } }, /\[o\.a\]/],
    [{ 'a.b.': {} }, /\[a\.b\.\] cannot be empty/],
    [{ [`a${'.a'.repeat(50_000)}`]: {} }, /more than \[1000\] parts/],
  ];
  for (const [properties, reason] of refused) {
    assert.throws(() => normalizeMapping({ properties }), reason);
  }
});

test('a mapping with too many fields is refused without reading the rest', () => {
  let reads = 0;
  const definition = {
    get type() {
      reads++;
      return 'ip';
    },
  };
  const names = Array.from({ length: 5000 }, (_, at) => [`f${at}`, definition] as const);
  const wide = { properties: Object.fromEntries(names) };
  const multi = {
    f: { type: 'ip', fields: Object.fromEntries(names.slice(0, 12)) },
    g: definition,
  };
  assert.throws(() => parse(wide), /Limit of total fields \[12\]/);
  const ofOne = reads / 13;
  assert.ok(ofOne < 10, `${reads} reads`);
  assert.throws(() => parse({ properties: multi }), /Limit of total fields \[12\]/);
});

test('a document with too many new fields is refused without reading the rest', () => {
  const { options } = parse({});
  const fields = new DynamicFields(options, (_, value) => value);
  const added: string[] = [];
  assert.throws(() => {
    for (const [name] of names(5000)) {
      fields.addLeaf([name], 1, [name]);
      added.push(name);
    }
  }, /Limit of total fields \[12\]/);
  assert.equal(added.length, 12);
});

function names(count: number): readonly (readonly [string, number])[] {
  return Array.from({ length: count }, (_, at) => [`f${at}`, at] as const);
}

test('refuses more names than fields, before their definitions are read', () => {
  const fieldsBelow = (count: number): JsonObject =>
    ofField({ properties: Object.fromEntries(names(count).map(([name]) => [name, {}])) });
  assert.deepEqual(normalizeMapping(fieldsBelow(11), 12), fieldsBelow(11));
  const tooMany = { message: 'Limit of total fields [12] has been exceeded' };
  assert.throws(() => normalizeMapping(fieldsBelow(12), 12), tooMany);
  assert.deepEqual(normalizeMapping(fieldsBelow(12)), fieldsBelow(12));
});

test('joins the members of an object that are named before it', () => {
  const properties = { 'a.b': {}, 'a.c': {}, a: { type: 'nested' } };
  const joined = { a: { type: 'nested', properties: { b: {}, c: {} } } };
  assert.deepEqual(normalizeMapping({ properties }), { properties: joined });
});
