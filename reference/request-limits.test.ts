import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { OperationDefinition } from '../spec/operations.ts';
import { loadOperations } from '../spec/operations.ts';
import type { JsonArray, JsonObject, JsonValue } from './base/json.ts';
import { isJsonObject } from './base/json.ts';
import type { Limits } from './base/request-limits.ts';
import { limitsOf } from './base/request-limits.ts';
import { exchange } from './testing/client.ts';
import type { AskedServer } from './testing/longest-wait.ts';
import { startAskedServer } from './testing/longest-wait.ts';
import { validRequests } from './testing/valid-requests.ts';

/** Stands for a number with many digits, which JSON.stringify does not write. */
const number = (digits: number): string => `number of ${digits} digits`;

/** A value that replaces a member, and whether it is beyond the limit of the member. */
interface Variant {
  readonly place: string;
  readonly body: JsonValue;
  readonly isBeyond: boolean;
}

/** How many times the limit a value beyond it has, and its greatest size in characters. */
const beyond = 100;
const largest = 200_000;

const texts = ['a', '*a', 'a,', 'now+1y-1y', 'yyyy||', '9', 'one ', 'a.'];
/** Each place gets so many of the texts in turn, as there are many places. */
const textsOfPlace = 2;
let turn = 0;

function* textsOf(limit: number): Generator<Omit<Variant, 'place'>> {
  for (let count = 0; count < textsOfPlace; count++) {
    const text = texts[turn++ % texts.length] ?? '';
    yield { body: text.repeat(limit).slice(0, limit), isBeyond: false };
  }
  yield { body: '*'.repeat(Math.max(limit + 1, largest)), isBeyond: true };
}

function* listsOf(list: JsonArray, limit: number): Generator<Omit<Variant, 'place'>> {
  const [first = 'a'] = list;
  const numbered = (at: number) => (typeof first === 'string' ? `${first}${at}` : first);
  const fitting = Math.floor(largest / (JSON.stringify(first).length + 1));
  const beyondLimit = Math.max(limit + 1, Math.min(beyond * limit, fitting));
  yield { body: Array.from({ length: limit }, () => first), isBeyond: false };
  yield { body: Array.from({ length: limit }, (_, at) => numbered(at)), isBeyond: false };
  yield { body: Array.from({ length: beyondLimit }, () => first), isBeyond: true };
}

function* objectsOf(object: JsonObject, limit: number): Generator<Omit<Variant, 'place'>> {
  const named = (count: number) => ({
    ...Object.fromEntries(Array.from({ length: count - 1 }, (_, at) => [`m${at}`, {}])),
    ...object,
  });
  yield { body: named(limit), isBeyond: false };
  yield { body: named(Math.max(limit + 1, largest / 4)), isBeyond: true };
}

function* variantsOf(value: JsonValue, limits: Limits): Generator<Variant> {
  const own = Array.isArray(value)
    ? listsOf(value as JsonArray, limits.array)
    : isJsonObject(value)
      ? objectsOf(value, limits.object)
      : typeof value === 'string'
        ? textsOf(limits.string)
        : [];
  for (const variant of own) yield { place: '', ...variant };
  if (typeof value === 'number' || typeof value === 'string') {
    yield { place: '', body: number(1000), isBeyond: false };
    yield { place: '', body: number(largest), isBeyond: true };
  }
  if (Array.isArray(value)) {
    for (const [at, each] of (value as JsonArray).entries()) {
      yield* within(String(at), variantsOf(each, limits.element()), (body) =>
        (value as JsonArray).with(at, body),
      );
    }
  } else if (isJsonObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      yield* within(name, variantsOf(each, limits.member(name)), (body) => ({
        ...value,
        [name]: body,
      }));
    }
  }
}

function* within(
  name: string,
  variants: Iterable<Variant>,
  around: (body: JsonValue) => JsonValue,
): Generator<Variant> {
  for (const { place, body, isBeyond } of variants) {
    yield { place: `${name}.${place}`, body: around(body), isBeyond };
  }
}

const operations = new Map<string, OperationDefinition>(
  loadOperations().map((operation) => [operation.id, operation]),
);

let server: AskedServer;
before(async () => {
  server = await startAskedServer();
  const mappings = { properties: { n: { type: 'integer' }, k: { type: 'keyword' } } };
  await send('put', '/books', JSON.stringify({ mappings }));
  await send('put', '/mapped');
  await send(
    'put',
    '/rolled-000001',
    JSON.stringify({ aliases: { rolled: { is_write_index: true } } }),
  );
  await send('put', '/books/_doc/1?refresh=true', JSON.stringify({ n: 1, k: 'a' }));
});
after(() => server.stop());

function send(method: string, path: string, body?: string) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const request = { method: method.toUpperCase(), path, headers };
  return exchange(server.url, body === undefined ? request : { ...request, body });
}

/** Returns the status and the beginning of the body of an answer. */
async function answerTo(what: string, line: Parameters<typeof send>): Promise<string> {
  const { status, text } = await server.briefly(what, () => send(...line));
  assert.ok(status < 500, `${what}: ${text.slice(0, 300)}`);
  return `${status} ${text.slice(0, 1000)}`;
}

const refusal = /^400 .*(?:that this server accepts|longer than the maximum)/s;

for (const [at, { operation: id, path, body }] of validRequests.entries()) {
  it(`${id}: every member of a body has a limit (${at})`, { timeout: 120_000 }, async () => {
    const operation = operations.get(id);
    assert.ok(operation !== undefined);
    const json = operation.requestMediaTypes.find(
      ({ mediaType }) => mediaType === 'application/json',
    );
    for (const { place, body: changed, isBeyond } of variantsOf(body, limitsOf(json?.schema))) {
      const text = JSON.stringify(changed).replaceAll(/"number of (\d+) digits"/g, (_, digits) =>
        '9'.repeat(Number(digits)),
      );
      const what = `${id} ${place}${isBeyond ? ' beyond' : ''} ${text.slice(0, 60)}`;
      const answer = await answerTo(what, [operation.method, path, text]);
      if (isBeyond) assert.match(answer, refusal, what);
    }
  });
}

/** Each operation gets some of them in turn, as there are many parameters. */
const values = ['a', 'a,', '*q', '*q,', '9', '-*q,', '<q{now', 'now+1y-1y', ':'];
const valuesOfOperation = 3;
const longest = 8192;

/** Returns the paths of an operation with a text in each parameter in turn. */
function targetsOf(operation: OperationDefinition, text: string): readonly string[] {
  const { method, path, pathParameters, queryParameters } = operation;
  const others = (template: string): string => template.replaceAll(/\{\w+\}/g, 'books');
  const paths = pathParameters.map(({ name }) => others(path.replace(`{${name}}`, text)));
  const named = queryParameters.filter(
    ({ schema }) => schema['type'] === 'string' && schema['enum'] === undefined,
  );
  const queries = named.map(({ name }) => `${others(path)}?${name}=${text}`);
  return method === 'delete' ? paths : [...paths, ...queries];
}

for (const [at, operation] of [...operations.values()].entries()) {
  if (operation.tags.includes('intake')) continue;
  it(`${operation.id}: every parameter has a limit`, { timeout: 120_000 }, async () => {
    const own = Array.from({ length: valuesOfOperation }, (_, nth) => {
      const value = values[(at * valuesOfOperation + nth) % values.length] ?? '';
      return value.repeat(longest).slice(0, longest);
    });
    const texts = [...own, 'q'.repeat(longest + 1)];
    for (const text of texts) {
      for (const target of targetsOf(operation, encodeURIComponent(text))) {
        const what = `${operation.id} ${target.slice(0, 100)} ${text.length}`;
        const answer = await answerTo(what, [operation.method, target]);
        if (text.length > longest) assert.match(answer, /^40/, what);
      }
    }
  });
}
