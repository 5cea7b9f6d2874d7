import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined } from '../base/assert.ts';
import { constantServers, passingOn } from '../testing/constant-servers.ts';

/** Chapters in which scenarios have been seen to pass on such servers. */
const some = ['--chapter', 'copy-to', 'from-size', 'lifecycle', 'roles', 'rollover', 'versioning'];

/** The flags of the runs; `constant-servers.js` in `conformance/bench` runs all chapters against all servers. */
const runs: readonly (readonly [server: string, flags: readonly string[]])[] = [
  ['one search response', []],
  ['one search response as a page', []],
  ['a refusal of any status', []],
  ['an empty object', some],
  ['an empty body', some],
  ['the body of the request', some],
];

for (const [what, flags] of runs) {
  test(`nothing passes on a server that answers ${what} to everything`, async () => {
    const { code, passed, refuted } = await passingOn(defined(constantServers[what], what), flags);
    assert.deepEqual(passed, []);
    assert.ok(refuted > 50, `${refuted} scenarios sent requests`);
    assert.ok(code === 1 || code === 3, `exit code ${code}`);
  });
}

test('a failure is put down to the request whose answer is wrong, not to the last one', async () => {
  const answer = defined(constantServers['an empty object'], 'server');
  const { out } = await passingOn(answer, ['--clause', 'index.other-field-types']);
  assert.match(out, /✗ POST \/\{target\}\/_search: the response breaks its schema/);
  assert.doesNotMatch(out, /_mapping: the response breaks/);
});
