import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonValue } from '../../base/json.ts';
import { parseRole } from './parse-role.ts';

const parse = (value: JsonValue) =>
  parseRole({ value, text: JSON.stringify(value), path: [] }, 'r');
const apm = { application: 'apm', privileges: ['event:write'], resources: ['*'] };

describe('a role', () => {
  it('has the requested privileges, and none by default', () => {
    assert.deepEqual(parse({}), { cluster: [], indices: [], applications: [], metadata: {} });
    const role = parse({
      cluster: ['Manage_Own_API_key'],
      indices: [{ names: 'a*', privileges: ['read'] }],
      applications: [apm],
      metadata: { team: 1 },
    });
    assert.deepEqual(role, {
      cluster: ['manage_own_api_key'],
      indices: [{ names: ['a*'], privileges: ['read'] }],
      applications: [apm],
      metadata: { team: 1 },
    });
  });

  const refusals: readonly (readonly [role: JsonValue, reason: RegExp])[] = [
    [null, /^failed to parse role \[r\]\. expected an object but found \[VALUE_NULL\]$/],
    [{ run: [] }, /\[r\]\. unexpected field \[run\]$/],
    [{ cluster: 'all' }, /\[cluster\] to be an array but found \[VALUE_STRING\]/],
    [{ cluster: [1] }, /\[cluster\] to contain strings/],
    [{ cluster: ['most'] }, /unknown cluster privilege \[most\]\. .*manage_own_api_key/],
    [{ indices: [{ names: ['a'], privileges: ['see'] }] }, /unknown index privilege \[see\]/],
    [{ indices: [{ privileges: ['read'] }] }, /missing required \[names\] field/],
    [{ indices: [{ names: [], privileges: ['read'] }] }, /\[names\] must not be empty/],
    [{ indices: [{ names: ['/a.*/'], privileges: ['read'] }] }, /regular expression \[\/a\.\*\/\]/],
    [{ indices: [{ names: 'a', privileges: ['read'], query: {} }] }, /unexpected field \[query\]/],
    [{ applications: [{ ...apm, application: 1 }] }, /\[application\] to be a string/],
    [{ applications: [{ ...apm, application: ' ' }] }, /\[application\] must not contain a blank/],
    [{ applications: [{ ...apm, privileges: [] }] }, /\[privileges\] must not be empty/],
    [{ applications: [{ application: 'apm', privileges: ['a'] }] }, /missing .*\[resources\]/],
    [{ applications: [{ ...apm, resource: [] }] }, /unexpected field \[resource\]/],
    [{ applications: [{ ...apm, resources: ['x'.repeat(1025)] }] }, /longer than \[1024\]/],
    [{ applications: [{ ...apm, resources: Array(10_001).fill('x') }] }, /more than \[10000\]/],
    [{ metadata: { _own: 1 } }, /role metadata keys may not start with \[_\]/],
    [{ metadata: { note: 'x'.repeat(65_536) } }, /role metadata .* is larger than/],
  ];
  for (const [role, reason] of refusals) {
    it(`is refused: ${reason.source}`, () => {
      assert.throws(() => parse(role), { name: 'ServiceError', message: reason });
    });
  }
});
