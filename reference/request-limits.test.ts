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

/** A client waits at most so long, on a machine that may be busy. */
const mostWait_ms = 500;
const isShown = process.env['SHOW_WAITS'] !== undefined;

/** Stands for a number with many digits, which JSON.stringify does not write. */
const number = (digits: number): string => `number of ${digits} digits`;

/** A value that replaces a member, and whether it is beyond the limit of the member. */
interface Variant {
  readonly place: string;
  readonly body: JsonValue;
  readonly isBeyond: boolean;
}

/** How many times the limit a value beyond it has. */
const beyond = 100;

const texts = ['a', '*a', 'a,', 'now+1y-1y', 'yyyy||', '9', 'one '];

function* textsOf(limit: number): Generator<Omit<Variant, 'place'>> {
  for (const text of texts) {
    yield { body: text.repeat(limit).slice(0, limit), isBeyond: false };
  }
  yield { body: '*'.repeat(Math.min(beyond * limit, 2_000_000)), isBeyond: true };
}

function* listsOf(list: JsonArray, limit: number): Generator<Omit<Variant, 'place'>> {
  const [first = 'a'] = list as readonly JsonValue[];
  const numbered = (at: number) => (typeof first === 'string' ? `${first}${at}` : first);
  const beyondLimit = Math.min(beyond * limit, 300_000);
  yield { body: Array.from({ length: limit }, () => first), isBeyond: false };
  yield { body: Array.from({ length: limit }, (_, at) => numbered(at)), isBeyond: false };
  yield { body: Array.from({ length: beyondLimit }, () => first), isBeyond: true };
}

function* objectsOf(object: JsonObject, limit: number): Generator<Omit<Variant, 'place'>> {
  const [first = {}] = Object.values(object);
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, first]));
  yield { body: named(limit), isBeyond: false };
  yield { body: named(Math.min(beyond * limit, 100_000)), isBeyond: true };
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
    yield { place: '', body: number(1_000_000), isBeyond: true };
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

/** Sends a request, a second time if another client waited too long, as the machine may have been busy. */
async function waitFor(what: string, line: Parameters<typeof send>): Promise<string> {
  const first = await server.longestWait(() => send(...line));
  const { result, wait_ms } =
    first.wait_ms < mostWait_ms ? first : await server.longestWait(() => send(...line));
  if (isShown && wait_ms > 50) console.log(`${wait_ms.toFixed(0)} ms ${result.status} ${what}`);
  assert.ok(wait_ms < mostWait_ms, `${what}: another client waited for ${wait_ms} ms`);
  assert.ok(result.status < 500, `${what}: ${result.text.slice(0, 300)}`);
  return `${result.status} ${result.text.slice(0, 1000)}`;
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
      const answer = await waitFor(what, [operation.method, path, text]);
      if (isBeyond) assert.match(answer, refusal, what);
    }
  });
}

const values = ['a', 'a,', '*q', '*q,', '9', '-*q,', '<q{now', 'now+1y-1y', ':'];
const longest = 8192;

it('every parameter has a limit', { timeout: 120_000 }, async () => {
  const served = [...operations.values()].filter(({ tags }) => !tags.includes('intake'));
  for (const { id, method, path, pathParameters, queryParameters } of served) {
    const plain = path.replaceAll(/\{\w+\}/g, 'books');
    for (const value of values) {
      for (const length of [longest, longest + 1]) {
        const text = encodeURIComponent(value.repeat(length).slice(0, length));
        const paths = pathParameters.map(({ name }) =>
          path.replace(`{${name}}`, text).replaceAll(/\{\w+\}/g, 'books'),
        );
        const queries = queryParameters
          .filter(({ schema }) => schema['type'] === 'string' && schema['enum'] === undefined)
          .map(({ name }) => `${plain}?${name}=${text}`);
        for (const target of method === 'delete' ? paths : [...paths, ...queries]) {
          const what = `${id} ${target.slice(0, 100)} ${length}`;
          const answer = await waitFor(what, [method, target]);
          if (length > longest && !answer.startsWith('404')) assert.match(answer, /^40/, what);
        }
      }
    }
  }
});
