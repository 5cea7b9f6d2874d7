import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  loadOpenApi,
  loadSchemas,
  openApiFile,
  openApiKeywords,
  openApiUri,
  schemaFormats,
} from './openapi.ts';
import { loadOperations } from './operations.ts';
import { fromRoot } from './root.ts';

const operations = loadOperations();

/** A strict validator that knows the description and every schema file. */
function validator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  ajv.addVocabulary([...openApiKeywords]);
  for (const format of schemaFormats) ajv.addFormat(format, true);
  for (const schema of loadSchemas().values()) ajv.addSchema(schema);
  ajv.addSchema({ $id: openApiUri, ...loadOpenApi() }, undefined, false, false);
  return ajv;
}

const ajv = validator();

function accepts(name: string, value: unknown): boolean {
  return ajv.validate(new URL(`schemas/${name}.json`, openApiUri).href, value);
}

/** Every string under `$ref`, at any depth. */
function references(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : references(member),
  );
}

test('the description that programs read is the one that people read', () => {
  assert.deepEqual(loadOpenApi(), parse(readFileSync(openApiFile, 'utf8')));
});

test('every operationId is unique and a name', () => {
  const ids = operations.map(({ id }) => id);
  assert.deepEqual([...new Set(ids)], ids);
  assert.deepEqual(
    ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id)),
    [],
  );
});

test('every path parameter is declared, and only those', () => {
  for (const { id, path, pathParameters } of operations) {
    const inTemplate = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    const declared = pathParameters.map(({ name }) => name);
    assert.deepEqual(new Set(declared), new Set(inTemplate), id);
    assert.equal(declared.length, inTemplate.length, id);
    assert.ok(
      pathParameters.every(({ required }) => required),
      id,
    );
  }
});

test('no operation declares a query parameter twice', () => {
  for (const { id, queryParameters } of operations) {
    const names = queryParameters.map(({ name }) => name);
    assert.deepEqual([...new Set(names)], names, id);
  }
});

test('every reference of the description points at something', () => {
  const { components } = loadOpenApi();
  for (const reference of references(loadOpenApi())) {
    const [, , kind, name = ''] = reference.split('/');
    const target = reference.startsWith('#/components/')
      ? Object.entries(components).find(([key]) => key === kind)?.[1]
      : Object.fromEntries([...loadSchemas()].map(([key, schema]) => [`${key}.json`, schema]));
    const last = reference.startsWith('#/') ? name : reference.replace('./schemas/', '');
    assert.ok(target !== undefined && last in target, reference);
  }
});

test('every schema file compiles under the id of its name, and is used', () => {
  const schemas = [...loadSchemas()];
  const used = new Set(references([loadOpenApi(), ...loadSchemas().values()]));
  for (const [name, schema] of schemas) {
    assert.equal(schema['$id'], new URL(`schemas/${name}.json`, openApiUri).href);
    assert.ok(ajv.getSchema(schema['$id']), name);
    assert.ok(used.has(`./schemas/${name}.json`) || used.has(`./${name}.json`), `${name} is used`);
  }
});

test('the schema files work from any folder, by their names alone, without this package', () => {
  const own = new Ajv2020({ strict: false, validateFormats: false });
  const folder = fromRoot('spec', 'schemas');
  const files = readdirSync(folder);
  for (const name of files) {
    const schema = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly $id: string };
    assert.equal(schema.$id, name);
    own.addSchema(schema);
  }
  for (const name of files) assert.ok(own.getSchema(name), name);
  assert.equal(own.validate('scroll-request.json', { scroll_id: 1 }), false);
});

test('no id of a schema in the package leads to a host that cannot exist', () => {
  const folders = [['spec'], ['conformance', 'profiles'], ['conformance', 'report']];
  const files = folders.flatMap((parts) =>
    readdirSync(fromRoot(...parts), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => fromRoot(...parts, name)),
  );
  assert.ok(files.length > loadSchemas().size);
  for (const file of files)
    assert.doesNotMatch(readFileSync(file, 'utf8'), /\/\/[\w.-]+\.invalid\b/, file);
});

test('every media type of a request or response compiles by its URI', () => {
  for (const { id, requestMediaTypes, responses } of operations) {
    const media = [...requestMediaTypes, ...responses.flatMap(({ mediaTypes }) => mediaTypes)];
    for (const { mediaType, schemaUri } of media) {
      if (schemaUri === undefined) continue;
      assert.doesNotThrow(() => ajv.compile({ $ref: schemaUri }), `${id} ${mediaType}`);
    }
  }
});

const verdicts: readonly (readonly [string, unknown, boolean])[] = [
  ['search-request', { size: 3, sort: ['_doc'], slice: { id: 0, max: 2 } }, true],
  ['search-request', { sort: [{ at: { order: 'asc', numeric_type: 'date_nanos' } }] }, true],
  ['search-request', { from: -2 }, false],
  ['search-request', { sizes: 3 }, false],
  [
    'query-dsl',
    { bool: { must: { term: { a: 1 } }, filter: [{ range: { b: { gte: 1 } } }] } },
    true,
  ],
  ['query-dsl', { term: { a: 1 }, range: { b: { gte: 1 } } }, false],
  ['rollover-action', { max_docs: 5, min_age: '1d' }, true],
  ['rollover-action', { min_age: '1d' }, false],
  ['rollover-action', {}, false],
  [
    'lifecycle-policy',
    { policy: { phases: { hot: { actions: { rollover: { max_age: '7d' } } } } } },
    true,
  ],
  [
    'lifecycle-policy',
    { policy: { phases: { warm: { actions: { rollover: { max_age: '7d' } } } } } },
    false,
  ],
  ['query-request', { query: 'ROW 1', params: [1, 'a', null, { n: 2 }] }, true],
  ['query-request', { query: 'ROW 1', params: [{ a: 1, b: 2 }] }, false],
  ['query-request', { filter: { match_all: {} } }, false],
  ['async-query-response', { id: 'x', is_running: true }, true],
  ['async-query-response', { id: 'x', is_running: false }, false],
  [
    'search-response',
    { took: 1, timed_out: false, _shards: {}, hits: { hits: [] }, extra: 1 },
    true,
  ],
  ['search-response', { took: 1, timed_out: false, _shards: {}, hits: { hits: [{}] } }, false],
  ['time-span', '30s', true],
  ['time-span', '30 s', false],
  ['byte-size', '50gb', true],
  ['byte-size', '50g', false],
];

for (const [name, value, expected] of verdicts) {
  test(`${name} ${expected ? 'accepts' : 'refuses'} ${JSON.stringify(value)}`, () => {
    assert.equal(accepts(name, value), expected);
  });
}
