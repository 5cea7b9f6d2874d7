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
    [null, /^Expected \[START_OBJECT\] in \[role \[r\]\] but found \[VALUE_NULL\]$/],
    [{ run: [] }, /^\[role \[r\]\] does not support \[run\]$/],
    [{ cluster: 'all' }, /\[START_ARRAY\] in \[cluster\] but found \[VALUE_STRING\]/],
    [{ cluster: [1] }, /\[VALUE_STRING\] in \[cluster\]/],
    [{ cluster: ['most'] }, /unknown cluster privilege \[most\]\. .*manage_own_api_key/],
    [{ indices: [{ names: ['a'], privileges: ['see'] }] }, /unknown index privilege \[see\]/],
    [{ indices: [{ privileges: ['read'] }] }, /\[names\] is required/],
    [
      { indices: [{ names: [], privileges: ['read'] }] },
      /\[names\] is required and must not be empty/,
    ],
    [{ indices: [{ names: ['/a.*/'], privileges: ['read'] }] }, /regular expression \[\/a\.\*\/\]/],
    [{ indices: [{ names: 'a', privileges: ['read'], query: {} }] }, /does not support \[query\]/],
    [{ applications: [{ ...apm, application: 1 }] }, /\[VALUE_STRING\] in \[application\]/],
    [{ applications: [{ ...apm, application: ' ' }] }, /\[application\] must not contain a blank/],
    [{ applications: [{ ...apm, privileges: [] }] }, /\[privileges\] is required/],
    [{ applications: [{ application: 'apm', privileges: ['a'] }] }, /\[resources\] is required/],
    [{ applications: [{ ...apm, resource: [] }] }, /does not support \[resource\]/],
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
