import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined } from '../base/assert.ts';
import { constantServers, passingOn } from '../testing/constant-servers.ts';

/**
 * Servers that the scenarios of all chapters meet. The other ones take as long; `constant-servers.js` in
 * `conformance/bench` runs all of them against all chapters.
 */
const everywhere: ReadonlySet<string> = new Set([
  'one search response',
  'one search response as a page',
  'a refusal of any status',
]);

/** Chapters in which scenarios have been seen to pass on such servers. */
const chapters = ['copy-to', 'from-size', 'index', 'roles', 'rollover', 'search', 'versioning'];

for (const [what, answer] of Object.entries(constantServers)) {
  const flags = everywhere.has(what) ? [] : ['--chapter', ...chapters];
  test(`nothing passes on a server that answers ${what} to everything`, async () => {
    const { code, passed } = await passingOn(answer, flags);
    assert.deepEqual(passed, []);
    assert.ok(code === 1 || code === 3, `exit code ${code}`);
  });
}

test('a failure is put down to the request whose answer is wrong, not to the last one', async () => {
  const answer = defined(constantServers['an empty object'], 'server');
  const { out } = await passingOn(answer, ['--clause', 'index.other-field-types']);
  assert.match(out, /✗ POST \/\{target\}\/_search: the response breaks its schema/);
  assert.doesNotMatch(out, /_mapping: the response breaks/);
});
