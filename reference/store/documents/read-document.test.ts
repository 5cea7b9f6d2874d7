import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../../base/environment.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { MemoryCatalog } from '../catalog.ts';
import { decodeIp } from '../ip.ts';
import type { Index } from '../index-service.ts';
import type { FieldReader } from '../segment.ts';
import { readDocument } from './read-document.ts';

function indexWith(mappings: JsonObject): Index {
  return new MemoryCatalog(systemEnvironment()).create('i', {
    mappings,
    settings: { number_of_shards: 1, refresh_interval: '-1' },
  });
}

/** Returns all values of a field in the only document of an index, or in its nested objects. */
function valuesOf(index: Index, field: string, nested?: string): readonly unknown[] {
  index.refresh();
  const segment = index.snapshots()[0]?.views[0]?.segment;
  assert.ok(segment);
  if (nested === undefined) return valuesIn(segment, segment.size, field);
  const { fields, size = 0 } = segment.nested(nested) ?? {};
  return valuesIn(fields, size, field);
}

function valuesIn(
  reader: FieldReader | undefined,
  size: number,
  field: string,
): readonly unknown[] {
  const column = reader?.column(field);
  if (column !== undefined) return Array.from({ length: size }, (_, doc) => column(doc)).flat();
  return [...(reader?.terms(field)?.postings.keys() ?? [])].sort();
}

const reads: readonly (readonly [
  definition: JsonObject,
  json: string,
  expected: readonly unknown[],
])[] = [
  [{ type: 'keyword' }, '["b","a","b",1,true,null]', ['1', 'a', 'b', 'true']],
  [{ type: 'keyword', ignore_above: 2 }, '["abc","ab"]', ['ab']],
  [{ type: 'keyword', null_value: 'none' }, 'null', ['none']],
  [{ type: 'keyword', normalizer: 'lowercase' }, '"AbC"', ['abc']],
  [{ type: 'text' }, '"The Fox"', ['fox', 'the']],
  [{ type: 'text', analyzer: 'keyword' }, '"The Fox"', ['The Fox']],
  [{ type: 'long' }, '[3,"2",1.9,9007199254740991]', [1, 2, 3, 9007199254740991]],
  [{ type: 'long' }, '[1,9223372036854775807]', [1, 9223372036854775807n]],
  [{ type: 'unsigned_long' }, '18446744073709551615', [18446744073709551615n]],
  [{ type: 'float' }, '0.1', [Math.fround(0.1)]],
  [{ type: 'half_float' }, '0.1', [0.0999755859375]],
  [{ type: 'scaled_float', scaling_factor: 10 }, '1.26', [1.3]],
  [{ type: 'boolean' }, '[true,"false",""]', [0, 0, 1]],
  [{ type: 'date' }, '["2020-01-01",1577836800001]', [1577836800000, 1577836800001]],
  [{ type: 'date', format: 'dd.MM.yyyy' }, '"01.01.2020"', [1577836800000]],
  [{ type: 'date_nanos' }, '"2020-01-01T00:00:00.000000001Z"', [1577836800000000001n]],
  [{ type: 'long', ignore_malformed: true }, '["x",1]', [1]],
];

test('reads values by the type of their field', () => {
  for (const [definition, json, expected] of reads) {
    const index = indexWith({ properties: { f: definition } });
    index.index({ id: '1', source: `{"f":${json}}` });
    assert.deepEqual(valuesOf(index, 'f'), expected, `${JSON.stringify(definition)} ${json}`);
  }
});

test('stores ranges in two columns of inclusive bounds', () => {
  const cases: readonly (readonly [type: string, json: string, gte: unknown, lte: unknown])[] = [
    ['integer_range', '{"gt":1,"lt":5}', 2, 4],
    ['long_range', '{"gte":1}', 1, Infinity],
    ['double_range', '{"gt":0,"lte":1}', Number.MIN_VALUE, 1],
    ['date_range', '{"gte":"2020-01-01","lte":"2020-01-01"}', 1577836800000, 1577923199999],
    ['date_range', '{"gt":"2020-01-01","lt":"2020-01-03"}', 1577923200000, 1578009599999],
    ['ip_range', '"10.0.0.0/8"', '10.0.0.0', '10.255.255.255'],
    ['ip_range', '{"gt":"10.0.0.0","lt":"::ffff:10.0.0.5"}', '10.0.0.1', '10.0.0.4'],
  ];
  const show = (value: unknown) => (typeof value === 'string' ? decodeIp(value) : value);
  for (const [type, json, gte, lte] of cases) {
    const index = indexWith({ properties: { r: { type } } });
    index.index({ id: '1', source: `{"r":${json}}` });
    assert.deepEqual(valuesOf(index, 'r#gte').map(show), [gte], json);
    assert.deepEqual(valuesOf(index, 'r#lte').map(show), [lte], json);
  }
});

test('adds unmapped fields with the type of their first value', () => {
  const index = indexWith({});
  index.index({
    id: '1',
    source:
      '{"t":"x","n":[null,1],"d":1.0,"b":true,"day":"2020-01-01","slash":"2020/01/02","o":{"p.q":1},"a":[{"z":"s"}],"e":[],"year":"2020"}',
  });
  const text = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
  assert.deepEqual(index.mapping.toJson(), {
    properties: {
      t: text,
      n: { type: 'long' },
      d: { type: 'float' },
      b: { type: 'boolean' },
      day: { type: 'date' },
      slash: { type: 'date', format: 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis' },
      o: { properties: { p: { properties: { q: { type: 'long' } } } } },
      a: { properties: { z: text } },
      year: text,
    },
  });
  assert.deepEqual(valuesOf(index, 'o.p.q'), [1]);
});

test('objects inherit dynamic false and strict, unless they override it', () => {
  const index = indexWith({
    dynamic: 'false',
    properties: { o: { dynamic: true, properties: {} }, s: { dynamic: 'strict', properties: {} } },
  });
  index.index({ id: '1', source: '{"x":1,"o":{"y":2}}' });
  assert.equal(index.mapping.field('x'), undefined);
  assert.equal(index.mapping.field('o.y')?.type, 'long');
  assert.throws(() => index.index({ id: '2', source: '{"s":{"z":1}}' }), {
    type: 'strict_dynamic_mapping_exception',
    reason: '[1:11] mapping set to strict, dynamic introduction of [z] within [s] is not allowed',
  });
});

const wrong: readonly (readonly [definition: JsonObject, source: string, reason: string])[] = [
  [
    { type: 'long' },
    '{"f":"x"}',
    "[1:6] failed to parse field [f] of type [long] in document with id '1'. Preview of field's value: 'x'",
  ],
  [
    { type: 'byte' },
    '{"f": 128}',
    "[1:7] failed to parse field [f] of type [byte] in document with id '1'. Preview of field's value: '128'",
  ],
  [
    { type: 'date' },
    '{"a":1,\n"f":["2020-01-01","no"]}',
    "[2:19] failed to parse field [f] of type [date] in document with id '1'. Preview of field's value: 'no'",
  ],
  [
    { type: 'boolean' },
    '{"f":"yes"}',
    "[1:6] failed to parse field [f] of type [boolean] in document with id '1'. Preview of field's value: 'yes'",
  ],
  [
    { type: 'ip' },
    '{"f":"1.2.3"}',
    "[1:6] failed to parse field [f] of type [ip] in document with id '1'. Preview of field's value: '1.2.3'",
  ],
  [
    { type: 'keyword' },
    '{"f":{"x":1}}',
    `[1:6] failed to parse field [f] of type [keyword] in document with id '1'. Preview of field's value: '{"x":1}'`,
  ],
  [
    { type: 'object' },
    '{"f":1}',
    '[1:6] object mapping for [f] tried to parse field [f] as object, but found a concrete value',
  ],
  [
    { type: 'integer_range' },
    '{"f":{"gte":2,"lte":1}}',
    `[1:6] failed to parse field [f] of type [integer_range] in document with id '1'. Preview of field's value: '{"gte":2,"lte":1}'`,
  ],
  [{ type: 'long' }, '{"f":1', '[1:7] failed to parse'],
  [{ type: 'long' }, '[1]', '[1:1] Malformed content, must start with an object'],
  [{ type: 'long' }, '{"":1}', '[1:5] field name cannot be an empty string'],
  [
    { type: 'date_nanos' },
    '{"f":"1969-01-01"}',
    "[1:6] failed to parse field [f] of type [date_nanos] in document with id '1'. Preview of field's value: '1969-01-01'",
  ],
];

test('refuses a document with an invalid value, with its location', () => {
  for (const [definition, source, reason] of wrong) {
    const index = indexWith({ properties: { f: definition } });
    assert.throws(
      () => index.index({ id: '1', source }),
      (error: unknown) =>
        error instanceof ServiceError &&
        assert.equal(error.reason, reason) === undefined &&
        error.type === 'document_parsing_exception',
      source,
    );
    assert.equal(index.get('1'), undefined);
    index.refresh();
    assert.equal(index.snapshots()[0]?.liveCount, 0);
  }
});

test('stores nested objects as separate documents', () => {
  const index = indexWith({
    properties: {
      n: {
        type: 'nested',
        properties: {
          x: { type: 'long' },
          m: { type: 'nested', properties: { y: { type: 'long' } } },
        },
      },
    },
  });
  index.index({ id: '0', source: '{}' });
  index.index({ id: '1', source: '{"n":[{"x":1,"m":{"y":5}},{"x":2},{"m":[{"y":6},{"y":7}]}]}' });
  index.refresh();
  const segment = index.snapshots()[0]?.views[0]?.segment;
  assert.ok(segment);
  const parents = (reader: FieldReader | undefined, path: string) => [
    ...(reader?.nested(path)?.parents ?? []),
  ];
  assert.deepEqual(parents(segment, 'n'), [1, 1, 1]);
  assert.deepEqual(parents(segment.nested('n')?.fields, 'n.m'), [0, 2, 2]);
  assert.deepEqual(parents(segment, 'n.m'), [1, 1, 1]);
  assert.deepEqual(valuesIn(segment.nested('n.m')?.fields, 3, 'n.m.y'), [5, 6, 7]);
  assert.equal(segment.column('n.x'), undefined);
});

test('the text of a document is only read for an error that is answered', () => {
  const index = indexWith({ properties: { n: { type: 'long', ignore_malformed: true } } });
  const document = {
    id: '1',
    get text(): string {
      throw new Error('the text was read');
    },
    body: { n: ['x', 1, 'y'], added: 1, o: { more: [2.5] } },
    written: (_: unknown, value: JsonValue) => value,
  };
  const { fields, addition } = readDocument(document, index.mapping);
  assert.deepEqual(fields.values, [1, 'n']);
  assert.ok(addition !== undefined);
});

test('a document of more values than one may have is refused where they are too many', () => {
  const index = indexWith({ properties: { n: { type: 'long' } } });
  const body = (count: number): string => `{"n":[${'1,'.repeat(count - 2)}1]}`;
  index.index({ id: '1', source: body(25_000) });
  assert.throws(() => index.index({ id: '2', source: body(25_001) }), {
    message: /^\[1:50005\] the document has more than the \[25000\] values that one may have$/,
  });
});

test('a text of more characters than one may have is refused', () => {
  const index = indexWith({ properties: { t: { type: 'text' } } });
  const body = (count: number): string => JSON.stringify({ t: ['a', 'b'.repeat(count)] });
  index.index({ id: '1', source: body(1_000_000) });
  assert.throws(
    () => index.index({ id: '2', source: body(1_000_001) }),
    /failed to parse field \[t\] of type \[text\] in document with id '2'/,
  );
});
