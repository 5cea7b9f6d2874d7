import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { RequestBody } from './operation.ts';
import { readAsyncQueryRequest, readQueryRequest } from './query-request.ts';

function bodyOf(text: string): RequestBody {
  return {
    bytes: Buffer.from(text),
    text: () => text,
    json: () => parseJson(text),
  };
}

const refusals: readonly (readonly [body: string, type: string, reason: RegExp])[] = [
  ['{}', 'action_request_validation_exception', /^Validation Failed: 1: \[query\] is required;$/],
  ['{"query":" \\n"}', 'action_request_validation_exception', /\[query\] is required/],
  [
    '[]',
    'parsing_exception',
    /^Expected \[START_OBJECT\] in \[esql\/query\] but found \[START_ARRAY\]$/,
  ],
  [
    '{"query":"x",\n "foo":1}',
    'x_content_parse_exception',
    /^\[2:2\] \[esql\/query\] unknown field \[foo\]$/,
  ],
  ['{"query":null}', 'parsing_exception', /^Expected \[VALUE_STRING\] in \[query\] but found/],
  [
    '{"query":"x","columnar":"maybe"}',
    'illegal_argument_exception',
    /value \[maybe\] of \[columnar\]/,
  ],
  [
    '{"query":"x","time_zone":"Mars"}',
    'x_content_parse_exception',
    /failed to parse field \[time_zone\]$/,
  ],
  [
    '{"query":"x","locale":"english"}',
    'x_content_parse_exception',
    /failed to parse field \[locale\]$/,
  ],
  ['{"query":"x","locale":"qq"}', 'x_content_parse_exception', /failed to parse field \[locale\]$/],
  [
    '{"query":"x","approximation":"fast"}',
    'x_content_parse_exception',
    /failed to parse field \[approximation\]$/,
  ],
  ['{"query":"x","filter":"a"}', 'parsing_exception', /START_OBJECT/],
  ['{"query":"x","filter":{"none":{}}}', 'parsing_exception', /unknown query \[none\]/],
  ['{"query":"x","keep_alive":"5m"}', 'x_content_parse_exception', /unknown field \[keep_alive\]$/],
];

describe('the body of a query', () => {
  it('has defaults', () => {
    const { text, params, filter, columnar, zone, locale } = readQueryRequest(
      bodyOf('{"query":"ROW a = 1"}'),
    );
    assert.deepEqual(
      { text, params, filter, columnar, zone, locale },
      {
        text: 'ROW a = 1',
        params: [],
        filter: undefined,
        columnar: false,
        zone: 'UTC',
        locale: 'en-US',
      },
    );
  });

  it('sets the options of the query', () => {
    const body =
      '{"query":"x","columnar":true,"time_zone":"+01:00","locale":"DE-de","approximation":{},"filter":{"term":{"a":1}},"params":[{"n":1}]}';
    const { columnar, zone, locale, filter, params } = readQueryRequest(bodyOf(body));
    assert.deepEqual([columnar, zone, locale], [true, '+01:00', 'de-DE']);
    assert.deepEqual([typeof filter, params.length], ['function', 1]);
  });

  it('has time limits if it is asynchronous', () => {
    const body =
      '{"query":"x","wait_for_completion_timeout":"2s","keep_alive":"5m","keep_on_completion":true}';
    const { wait_ms, keepAlive_ms } = readAsyncQueryRequest(bodyOf(body));
    assert.deepEqual([wait_ms, keepAlive_ms], [2000, 300_000]);
    assert.throws(
      () => readAsyncQueryRequest(bodyOf('{"query":"x","keep_alive":"soon"}')),
      /^ServiceError: \[1:14\] failed to parse field \[keep_alive\]/,
    );
  });

  it('is refused with the location of the error', () => {
    for (const [body, type, reason] of refusals) {
      assert.throws(
        () => readQueryRequest(bodyOf(body)),
        (error) => {
          assert.ok(error instanceof ServiceError);
          assert.equal(error.type, type, body);
          assert.match(error.reason, reason);
          return true;
        },
      );
    }
  });
});
