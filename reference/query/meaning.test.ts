import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finishWork } from '../base/work.ts';
import { analyse } from '../plan/analysis/analyse.ts';
import type { SourceField } from '../plan/source/source-schema.ts';
import { startEvaluation } from '../plan/start-evaluation.ts';
import { exampleCatalog, runText } from '../testing/query-examples/run-example.ts';
import { systemEnvironment } from '../base/environment.ts';
import { MemoryCatalog } from '../store/catalog.ts';
import { parseQueryText } from './parse-query-text.ts';

/** Queries that the analysis refuses, and why. */
const problems: readonly (readonly [text: string, problem: string])[] = [
  ['from nope', '1:1: Unknown index [nope]'],
  ['from nope*, -x', '1:1: Unknown index [nope*,-x]'],
  ['from staff | where nam == 1', '1:20: Unknown column [nam], did you mean [name]?'],
  ['from staff | keep nme, zzz* | drop foo', '1:19: Unknown column [nme], did you mean [name]?'],
  ['from staff | keep zzz*', '1:19: No matches found for pattern [zzz*]'],
  ['from staff | drop foo', '1:19: Unknown column [foo]'],
  ['from staff | rename bar as baz', '1:21: Unknown column [bar]'],
  ['from staff | sort qux', '1:19: Unknown column [qux]'],
  ['from staff | mv_expand quux', '1:24: Unknown column [quux]'],
  ['from staff | where pay', '1:20: Condition expression needs to be boolean, found [DOUBLE]'],
  [
    'from staff | eval x = floo(pay)',
    '1:23: Unknown function [floo], did you mean any of [floor, log]?',
  ],
  [
    'from staff | where max(pay) > 1',
    '1:20: aggregate function [max(pay)] not allowed outside STATS command',
  ],
  [
    'from staff | stats max(min(pay))',
    '1:24: nested aggregations [min(pay)] not allowed inside other aggregations [max(min(pay))]',
  ],
  ['from staff | stats x = 1', '1:20: expected an aggregate function but found [1]'],
  [
    'from staff | stats age + count(*) by name',
    '1:20: column [age] must appear in the STATS BY clause or be used in an aggregate function',
  ],
  [
    'from staff | stats count(*) by max(pay)',
    '1:32: cannot use an aggregate [max(pay)] for grouping',
  ],
  ['from staff | stats c = count(*) by name | keep pay', '1:48: Unknown column [pay]'],
  [
    'from staff | eval b = bucket(pay, 5.0)',
    '1:23: cannot use grouping function [bucket(pay, 5.0)] outside of the BY of STATS',
  ],
  [
    'from staff, guests | where age > 1',
    '1:28: Cannot use field [age] due to ambiguities being mapped as [2] incompatible types: [integer] in [staff], [long] in [guests]',
  ],
  ['row a = 1 day', '1:9: cannot use [1 day] as a column, its type is [date_period]'],
  ['row a = b', '1:9: Unknown column [b]'],
  [
    'row a = 1 | stats c = count(a, {"b": "c"})',
    '1:23: Invalid option [b] in [count(a, {"b": "c"})]',
  ],
];

/** Queries over four documents, the number of documents that they read, and of values. */
const reads: readonly (readonly [text: string, documents: number, values: number])[] = [
  ['from i | keep a', 4, 4],
  ['from i | eval x = a + 1 | keep x | limit 2', 2, 2],
  ['from i | eval x = a + 1 | keep b | limit 2', 2, 2],
  ['from i | sort a | keep b | limit 2', 4, 6],
  ['from i | sort a | where b > 1 | keep a | limit 2', 4, 7],
  ['from i | sort b | stats c = count(*), m = max(a)', 4, 8],
  ['from i | stats c = count(*), m = max(a) | keep c', 4, 0],
  ['from i | sort b | stats c = count(*)', 4, 4],
  ['from i | where true | stats c = count(*), d = count(1)', 2, 0],
  ['from i | limit 9 | limit 3 | limit 7 | keep a', 3, 3],
  ['from i | where true | where a > 1 | keep a | limit 2', 3, 3],
  ['from i | where 1 > 2 | keep a', 0, 0],
  ['from i | rename a as b | keep b | limit 1', 1, 1],
  ['from i | eval x = a + 1, y = x * 2 | eval z = y + b, u = c | keep z | limit 1', 1, 2],
  ['row x = 1, y = 2 | keep y', 0, 0],
];

const fields = new Map<string, SourceField>(
  ['a', 'b', 'c'].map((name) => [name, { name, type: 'integer', mappedType: 'integer' }]),
);

const mapped = { a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer' } };

describe('the analysis of queries', () => {
  const catalog = exampleCatalog();

  for (const [text, problem] of problems) {
    test(text, async () => {
      const reason = `Found 1 problem\nline ${problem}`;
      await assert.rejects(runText(text, catalog), { type: 'verification_exception', reason });
    });
  }

  const fourDocuments = new MemoryCatalog(systemEnvironment());
  const index = fourDocuments.create('i', { mappings: { properties: mapped } });
  for (const n of [1, 2, 3, 4]) index.index({ id: `${n}`, source: `{"a":${n},"b":${n},"c":${n}}` });
  index.refresh();

  for (const [text, documents, values] of reads) {
    test(`${text} reads ${documents} documents and ${values} values`, async () => {
      const { figures } = await runText(text, fourDocuments);
      assert.deepEqual([figures.documents_found, figures.values_loaded], [documents, values]);
    });
  }

  test('the default and the maximum limit', () => {
    const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
    const rowLimits = { defaultRows: 10, maxRows: 20 };
    const warningsOf = (text: string) =>
      finishWork(analyse(parseQueryText(text), { schema: { fields }, evaluation, rowLimits }))
        .warnings;
    assert.deepEqual(warningsOf('from i'), ['No limit defined, adding default limit of [10]']);
    assert.deepEqual(warningsOf('from i | limit 20'), []);
    assert.deepEqual(warningsOf('from i | limit 21'), [
      'Limit of [21] is above the maximum, adding limit of [20]',
    ]);
  });
});
