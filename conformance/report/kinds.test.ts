import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLParser } from 'fast-xml-parser';
import { loadLedger } from '../../spec/clauses.ts';
import { resolveEntry } from './baseline.ts';
import { badgeReport } from './destinations.ts';
import { githubReport } from './github.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown-report.ts';
import { judgeRun, type RunOutcome } from './outcome.ts';
import { notRun, type Outcome, type ScenarioResult } from './result.ts';
import { anyRun } from '../testing/scenario.ts';

/** Texts that a server may send to leave the place where a report shows them. */
const hostile =
  'a,b:c%\r\n::error::x\n  ...\n---\nnot ok 9 - y # SKIP\n</failure>]]>&\u0000"\'`|*_[l](u)<script>alert(1)</script>\u001b[31m';

const run = { ...anyRun, duration_ms: 1500 };

/** A result of a scenario with a hostile name. */
function result(line: number, clause: string, outcome: Outcome): ScenarioResult {
  const scenario = {
    id: `features/a.feature:${line}`,
    uri: 'features/a.feature',
    line,
    name: hostile,
    feature: 'a',
    tags: [clause],
    clauses: [clause],
    silent: false,
    alone: false,
  };
  const failure = {
    step: hostile,
    kind: 'value',
    message: hostile,
    expected: hostile,
    got: `got ${line}`,
    differences: [],
  } as const;
  const plain = notRun(scenario, outcome, hostile);
  return outcome === 'failed' ? { ...plain, failure } : plain;
}

const results = [
  result(1, 'scroll.open', 'passed'),
  result(2, 'scroll.size-bounds-first-batch', 'failed'),
  result(3, 'index.create-empty', 'failed'),
  result(4, 'scroll.open', 'incomplete'),
  result(5, 'scroll.size-bounds-later-batches', 'broken'),
];
const known = { clause: 'index.create-empty', reason: hostile, expires: '2030-12-31' };
const outcome: RunOutcome = judgeRun(run, results, {
  ledger: loadLedger(),
  baseline: [
    resolveEntry(
      known,
      results.map(({ scenario }) => scenario),
    ),
  ],
  unjudged: [],
  today: '2030-01-31',
});

test('GitHub: each line is one command, and its values can be read again', () => {
  const text = githubReport(outcome);
  const lines = text.trimEnd().split('\n');
  const shape = /^::(error|warning) ([^\r\n]*?)::([^\r\n]*)$/;
  const read = lines.map((line) => shape.exec(line) ?? assert.fail(line));
  assert.deepEqual(
    read.map(([, level]) => level),
    ['error', 'error', 'warning'],
  );
  const [, , properties = '', message = ''] = read[0] ?? [];
  const pairs = properties.split(',').map((pair) => pair.split('='));
  assert.deepEqual(
    pairs.map(([name]) => name),
    ['title', 'file', 'line'],
  );
  assert.equal(Object.fromEntries(pairs)['file'], 'features/a.feature');
  const decoded = message.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%');
  assert.ok(decoded.includes(hostile));
});

test('JUnit: file and line of each case, and the texts come back from a parser', () => {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  const { testsuites } = parser.parse(junitReport(outcome)) as {
    readonly testsuites: { readonly testsuite: { readonly testcase: readonly Case[] } };
  };
  const cases = testsuites.testsuite.testcase;
  assert.deepEqual(
    cases.map(({ file, line }) => [file, line]),
    [1, 2, 3, 4, 5].map((line) => ['features/a.feature', `${line}`]),
  );
  assert.match(cases[1]?.failure?.message ?? '', /<script>alert\(1\)<\/script>/);
});

interface Case {
  readonly file: string;
  readonly line: string;
  readonly failure?: { readonly message: string };
}

test('Markdown: no text of the server is markup, a heading or a line of its own', () => {
  const text = markdownReport(outcome);
  const outside = text.replaceAll(/(`+)[^`][\s\S]*?\1/g, '');
  assert.doesNotMatch(outside, /(?<!\\)<script|(?<!\\)\[l\]|^(?:---|not ok|::error)/m);
  assert.match(text, /^# Conformance of default: ended with exit code 5$/m);
  assert.match(text, /^- 1 known failures/m);
  assert.match(text, /^## Not judged$/m);
});

test('the badge is what the endpoint of shields.io reads', () => {
  const badge = JSON.parse(badgeReport({ ...outcome, exit_code: 1 })) as object;
  assert.deepEqual(badge, {
    schemaVersion: 1,
    label: 'conformance',
    message: '0 of 4 clauses',
    color: 'red',
    isError: false,
  });
  const good = JSON.parse(badgeReport({ ...outcome, exit_code: 0 })) as { readonly color: string };
  assert.equal(good.color, 'brightgreen');
});
