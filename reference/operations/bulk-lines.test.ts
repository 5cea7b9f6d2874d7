import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../base/service-error.ts';
import { readBulk } from './bulk-lines.ts';

const read = (text: string) =>
  [...readBulk(Buffer.from(text))].filter((action) => action !== undefined);

describe('the lines of a bulk request', () => {
  it('are parsed into actions with the range of their documents', () => {
    const text =
      '{"index":{"_index":"a","_id":"1","routing":"r"}}\n{"ü":1}\r\n\n{"delete":{"_id":2}}\n{"create":{}}\n\n';
    const actions = read(text).map(({ kind, index, id, routing, source }) => [
      kind,
      index,
      id,
      routing,
      Buffer.from(text).toString('utf8', source.start, source.end),
    ]);
    assert.deepEqual(actions, [
      ['index', 'a', '1', 'r', '{"ü":1}\r'],
      ['delete', undefined, '2', undefined, ''],
      ['create', undefined, undefined, undefined, ''],
    ]);
  });

  const refusals: readonly (readonly [text: string, reason: RegExp])[] = [
    ['{"index":{}}\n{}', /terminated by a newline/],
    ['{"delete":{"_id":"1"}}\n{"index":{}}\n', /line \[2\]/],
    [
      '{"update":{}}\n{}\n',
      /line \[1\], expected one of \[create, delete, index\] but found \[update\]/,
    ],
    ['\n{"index":{"id":"1"}}\n{}\n', /line \[2\] contains an unknown parameter \[id\]/],
    ['["index"]\n{}\n', /line \[1\], expected START_OBJECT but found \[START_ARRAY\]/],
    ['{"index":"a"}\n{}\n', /but found \[VALUE_STRING\]/],
    ['{"index":{},"create":{}}\n{}\n', /one action/],
    ['{"index":\n{}\n', /Unexpected end of file/],
    [`{"index":{"a":[${'[0],'.repeat(25_000)}0]}}\n{}\n`, /more than the \[20000\] values/],
  ];
  for (const [text, reason] of refusals) {
    it(`are refused if malformed: ${JSON.stringify(text.slice(0, 80))}`, () => {
      assert.throws(
        () => read(text),
        (error) => error instanceof ServiceError && reason.test(error.reason),
      );
    });
  }
});
