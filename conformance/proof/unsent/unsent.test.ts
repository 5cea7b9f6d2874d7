import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../../spec/clauses.ts';
import { describedLines } from './described.ts';
import { kindsOf } from './kinds.ts';
import { recordSent } from './described.ts';
import { type UnsentEntry, unsentProblems } from './unsent.ts';

const headers = { 'content-type': 'application/json' };
const described = describedLines();
const ledger = loadLedger();

test('a value has each kind that fits it', () => {
  const expected: readonly (readonly [unknown, readonly string[]])[] = [
    [0, ['zero', '=0']],
    [-0.5, ['negative', 'fraction', '=-0.5']],
    [150, ['integer', 'beyond ten', 'beyond a hundred', '=150']],
    ['', ['empty text', '=']],
    ['a"ü', ['text', 'text with quotes', 'text beyond ASCII', '=a"ü']],
    ['7d', ['text', 'in d', '=7d']],
    [{}, ['empty object']],
    [[], ['no items']],
    [Array.from({ length: 11 }), ['items beyond ten']],
  ];
  for (const [value, kinds] of expected) assert.deepEqual(kindsOf(value), kinds);
});

test('a line is described for each kind that the schema of a place allows', () => {
  for (const line of [
    'search-request json/from =-1',
    'search-request json/size zero',
    'search-request json/query/match/*/operator =and',
    'search-request json/search_after/* null',
    'search-request json/track_total_hits absent',
    'search json/size sent',
    'searchByGet json/size sent',
    'runQuery header/content-type =application/cbor',
    'openPointInTime query/keep_alive in d',
  ]) {
    assert.ok(described.has(line), line);
  }
  for (const line of [
    // Less than its minimum, more than its maximum, needed, and not shown by the specification.
    'search-request json/size negative',
    'search-request json/search_after no items',
    'query-request json/query absent',
    'search-request json/aggs absent',
  ]) {
    assert.ok(!described.has(line), line);
  }
});

test('a request is noted with each described line that no request before it had', () => {
  const record = recordSent();
  const request = { method: 'POST', path: '/a,b/_search?scroll=1m', headers, body: '{"size":0}' };
  const lines = record(request);
  for (const line of [
    'search path/target a few items',
    'search query/scroll in m',
    'search header/accept absent',
    'search json/size sent',
    'search-request json/size zero',
    'search-request json/from absent',
  ]) {
    assert.ok(lines.includes(line), line);
  }
  assert.ok(!lines.includes('search-request json/size absent'));
  assert.deepEqual(record(request), []);
  assert.deepEqual(record({ ...request, body: '{"size":50}' }), [
    'search-request json/size integer',
    'search-request json/size beyond ten',
  ]);
});

const entry = { owners: ['search*'], places: ['json/size'], kinds: ['zero', 'beyond *'] };
const reason = 'The text says nothing of it.';

function problems(entries: readonly UnsentEntry[], sent: readonly string[] = []) {
  const lines = ['search json/size zero', 'search json/size beyond ten'];
  return unsentProblems({
    described: lines,
    sent: new Set(sent),
    entries,
    ledger,
  });
}

test('a line that nothing sends needs an entry', () => {
  assert.deepEqual(problems([{ ...entry, reason }]), []);
  assert.deepEqual(problems([]), [
    'nothing sends search json/size zero',
    'nothing sends search json/size beyond ten',
  ]);
});

test('each pattern of an entry has to explain a line', () => {
  const [problem, ...others] = problems([{ ...entry, reason }], ['search json/size zero']);
  assert.match(problem ?? '', /^spec\/unsent\.yaml, entry 1 .*: zero in kinds explains nothing$/);
  assert.deepEqual(others, []);
});

test('an entry has either a reason or a clause that leaves something open', () => {
  assert.deepEqual(problems([{ ...entry, clause: 'search.by-post' }]), []);
  for (const wrong of [{}, { reason, clause: 'search.by-post' }]) {
    assert.match(problems([{ ...entry, ...wrong }]).join(), /needs either clause or reason/);
  }
  for (const clause of ['search.term-exact', 'search.no-such-clause']) {
    assert.match(problems([{ ...entry, clause }]).join(), /leaves nothing open/);
  }
});
