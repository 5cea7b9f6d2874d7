import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OperationDefinition } from '../../spec/operations.ts';
import { loadOperations } from '../../spec/operations.ts';
import {
  loadOpenApi,
  loadSchemas,
  openApiKeywords,
  openApiUri,
  schemaFormats,
} from '../../spec/openapi.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { exchange } from '../testing/client.ts';
import { jsonCalls } from '../testing/json-calls.ts';
import { validRequests } from '../testing/valid-requests.ts';

const { url, call } = jsonCalls();

/** Values that each member of a valid body is replaced by. */
const wrongValues: readonly JsonValue[] = [
  null,
  true,
  -1,
  1.5,
  7,
  '',
  'x',
  [],
  {},
  [null],
  [{}],
  ['x', 5],
  'x'.repeat(300),
];

const ajv = new Ajv2020({ strict: false, allowUnionTypes: true, logger: false });
for (const keyword of openApiKeywords) ajv.addKeyword(keyword);
for (const format of schemaFormats) ajv.addFormat(format, true);
for (const schema of loadSchemas().values()) ajv.addSchema(schema);
ajv.addSchema(loadOpenApi(), openApiUri);

async function createIndices() {
  const mappings = { properties: { n: { type: 'integer' }, k: { type: 'keyword' } } };
  await call('PUT', '/books', { mappings });
  await call('PUT', '/mapped', {});
  await call('PUT', '/rolled-000001', { aliases: { rolled: { is_write_index: true } } });
  await call('PUT', '/books/_doc/1?refresh=true', { n: 1, k: 'a' });
}

/** Yields a body with each of its members and elements in turn replaced by each wrong value. */
function* mutations(body: JsonValue): Generator<readonly [path: string, body: JsonValue]> {
  if (Array.isArray(body)) {
    for (const [at, element] of body.entries()) {
      const replaced = (value: JsonValue) => body.with(at, value) as JsonValue;
      for (const [path, value] of changes(element as JsonValue))
        yield [`${at}/${path}`, replaced(value)];
    }
  } else if (isJsonObject(body)) {
    for (const [name, member] of Object.entries(body)) {
      for (const [path, value] of changes(member))
        yield [`${name}/${path}`, { ...body, [name]: value }];
    }
    yield ['unknown', { ...body, unknown_member: 1 }];
  }
}

function* changes(value: JsonValue): Generator<readonly [path: string, value: JsonValue]> {
  for (const wrong of wrongValues) yield ['', wrong];
  yield* mutations(value);
}

test('a body that the description forbids is not accepted', async () => {
  const operations = new Map<string, OperationDefinition>(
    loadOperations().map((operation) => [operation.id, operation]),
  );
  await createIndices();
  const accepted: string[] = [];
  let forbidden = 0;
  for (const { operation: id, path, body } of validRequests) {
    const operation = operations.get(id);
    const uri = operation?.requestMediaTypes.find(
      ({ mediaType }) => mediaType === 'application/json',
    )?.schemaUri;
    const validate = uri === undefined ? undefined : ajv.getSchema(uri);
    assert.ok(operation !== undefined && validate !== undefined, id);
    assert.ok(validate(body), `${id}: ${ajv.errorsText(validate.errors)}`);
    const method = operation.method.toUpperCase();
    const first = await send(method, path, body);
    assert.ok(first.status < 300, `${id}: ${first.text}`);
    for (const [place, mutated] of mutations(body)) {
      if (validate(mutated)) continue;
      forbidden++;
      const { status } = await send(method, path, mutated);
      assert.ok(status < 500, `${id} ${JSON.stringify(mutated)}`);
      if (status < 300) accepted.push(`${id} ${place} ${JSON.stringify(mutated).slice(0, 250)}`);
    }
  }
  assert.ok(forbidden > 5000, `only ${forbidden} bodies are forbidden`);
  assert.deepEqual(accepted, []);
});

function send(method: string, path: string, body: JsonValue) {
  const headers = { 'content-type': 'application/json' };
  return exchange(url(), { method, path, headers, body: JSON.stringify(body) });
}
