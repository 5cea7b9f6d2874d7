import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined } from '../base/assert.ts';
import { constantServers, passingOn } from '../testing/constant-servers.ts';

/** Each server sees another part of the suite. */
const servers = [
  'one search response',
  'one search response as a page',
  'a refusal of any status',
  'an empty object',
  'an empty body',
  'the body of the request',
];

for (const [at, what] of servers.entries()) {
  test(`nothing passes on a server that answers ${what} to everything`, async () => {
    const part = ['--shard', `${at + 1}/${servers.length}`];
    const { code, passed, refuted } = await passingOn(defined(constantServers[what], what), part);
    assert.deepEqual(passed, []);
    assert.ok(refuted > 50, `${refuted} scenarios sent requests`);
    assert.ok(code === 1 || code === 3, `exit code ${code}`);
  });
}

test('what every JSON response satisfies does not pass on a server with one search response', async () => {
  const answer = defined(constantServers['one search response'], 'server');
  const clauses = ['index.response-is-json', 'search.statistics-are-json'];
  const { passed, refuted } = await passingOn(answer, ['--clause', ...clauses]);
  assert.deepEqual(passed, []);
  assert.ok(refuted >= clauses.length, `${refuted} scenarios sent requests`);
});

test('a failure is put down to the request whose answer is wrong, not to the last one', async () => {
  const answer = defined(constantServers['an empty object'], 'server');
  const { out } = await passingOn(answer, ['--clause', 'index.other-field-types']);
  assert.match(out, /✗ POST \/\{target\}\/_search: took is missing/);
  assert.doesNotMatch(out, /✗ GET \S*_mapping/);
});
