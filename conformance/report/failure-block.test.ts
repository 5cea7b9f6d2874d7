import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { failureBlock, maxLines } from './failure-block.ts';
import { notRun } from './result.ts';
import { shellLine } from './shell.ts';
import { anyRun, scenarioAbout } from '../testing/scenario.ts';

const run = { ...anyRun, again: '--base-url http://host' };

const scenario = scenarioAbout('intake.verify-command');

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

test('a failure block shows the reading that is tested, the refusal, and the index with its mapping', () => {
  const ledger = loadLedger();
  const read = ledger.clauses.find(({ readings }) => readings !== undefined);
  const exchange = (request: string, status: number, more: object = {}) => ({
    method: request.split(' ', 1).join(''),
    path: request.replace(/^[A-Z]+ /, ''),
    status,
    request_headers: {},
    response_headers: {},
    response_body: '{}',
    duration_ms: 1,
    ...more,
  });
  const body = '{"mappings":{"properties":{"n":{"type":"integer"}}}}';
  const error = { type: 'parsing_exception', reason: 'no [n]' };
  const exchanges = [
    exchange('PUT /ck-1-1-1-other', 200, { request_body: '{}' }),
    exchange('PUT /ck-1-1-1-books', 200, { request_body: body }),
    exchange('PUT /ck-1-1-1-last', 200, { request_body: '{}' }),
    ...Array.from({ length: 6 }, () => exchange('POST /ck-1-1-1-books/_search', 200)),
    exchange('POST /ck-1-1-1-books/_search', 400, { response_body: JSON.stringify({ error }) }),
  ];
  const judged = { ...scenario, clauses: [read?.id ?? ''] };
  const result = { ...notRun(judged, 'failed', 'no reason'), exchanges };
  const lines = failureBlock(result, run, ledger);
  const tested = read?.readings?.tested.replaceAll(/\s+/g, ' ').trim();
  assert.ok(lines.includes(`  reading  ${tested}`), lines.join('\n'));
  assert.ok(lines.includes('  answered 400 parsing_exception: no [n] (POST /{target}/_search)'));
  const creation = `  index    curl -X PUT 'http://host/ck-1-1-1-books' --data-binary '${body}'`;
  assert.ok(lines.includes(creation), lines.join('\n'));
  assert.ok(lines.length <= maxLines);
});
