import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { failureBlock, maxLines } from './failure-block.ts';
import { notRun } from './result.ts';
import { shellLine } from './shell.ts';

const run = {
  id: 'abc123',
  version: '0',
  base_url: 'http://host',
  profile: 'default',
  notes: {},
  started_at: '2030-01-31T00:00:00Z',
  duration_ms: 1,
  again: '--base-url http://host',
};

const scenario = {
  id: 'a.feature:1',
  uri: 'a.feature',
  line: 1,
  name: 'a',
  feature: 'a',
  tags: [],
  clauses: ['intake.verify-command'],
  silent: false,
  alone: false,
};

test('a failure block shows the commands that were run, and how they ended', () => {
  const started = shellLine(['my intake', '--port', '{port}', '-E', 'a=1']);
  const result = {
    ...notRun(scenario, 'failed', 'no reason'),
    commands: [
      { command: started, output: '', duration_ms: 1 },
      { command: 'verify --credentials ***', exit_code: 3, output: 'no\nkey\n', duration_ms: 1 },
    ],
  };
  const lines = failureBlock(result, run, loadLedger());
  const at = lines.indexOf(`  command  'my intake' --port '{port}' -E a=1`);
  assert.deepEqual(lines.slice(at + 1, at + 4), [
    '    → started',
    '  command  verify --credentials ***',
    '    → exit code 3 no key',
  ]);
  assert.ok(lines.length <= maxLines);
});
