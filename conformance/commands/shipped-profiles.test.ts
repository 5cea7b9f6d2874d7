import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { capture } from '../testing/capture.ts';
import { ownSuite } from '../run/suite.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const folder = temporaryFolder();
const main = fromRoot('dist', 'bundle', 'reference', 'main.js');
const server = `"${process.execPath}" "${main}" --port {port} --compat elasticsearch`;

interface Report {
  readonly scenarios: readonly {
    readonly clauses: readonly string[];
    readonly outcome: string;
    readonly reason?: string;
  }[];
  readonly clauses: readonly { readonly id: string; readonly verdict: string }[];
}

/** The profile of that name, with hooks that take no longer than the reference needs. */
function hurried(name: string): string {
  const text = readFileSync(fromRoot('conformance', 'profiles', `${name}.yaml`), 'utf8');
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, text.replaceAll(/takes: \w+/g, 'takes: 2500ms'));
  return file;
}

async function verdicts(name: string, clauses: readonly string[]): Promise<Report> {
  const json = join(folder, `${name}.json`);
  const flags = ['--spawn', server, '--profile', hurried(name), '--json', json];
  const argv = ['run', ...flags, '--clause', ...clauses];
  const { code, out } = await capture(argv, {}, ownSuite());
  const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
  const isIncomplete = report.clauses.some(({ verdict }) => verdict === 'incomplete');
  assert.equal(code, isIncomplete ? 3 : 0, out);
  return report;
}

/** A clause of each kind, and what must come of it; where it is not judged, what the reason must name. */
const expected: Readonly<Record<string, Readonly<Record<string, readonly [string, RegExp?]>>>> = {
  elasticsearch: {
    'rollover.moves-alias': ['conformant'],
    'rollover.no-max-met-waits': ['conformant'],
    'rollover.data-stream-new-write-index': ['conformant'],
    'lifecycle.index-names-its-policy': ['conformant'],
    'async-query.csv-state-in-headers': ['conformant'],
    'index.data-stream-searchable': ['conformant'],
    'rollover.max-age-triggers': ['conformant', /advance_clock .*No request moves the clock/],
    'rollover.shard-document-ceiling': ['not-claimed', /no hook set_shard_statistics/],
    'rollover.max-docs-counts-replicas': ['incomplete', /assign_replicas failed: .* 408/],
    'intake.event-write-needed': ['not-claimed', /--intake-url/],
  },
  'elasticsearch-8': {
    'scroll.continue-without-keep-time-releases-shards': ['conformant'],
    'query-formats.format-md': ['not-claimed', /from 9\.5 on.*member claims/],
  },
  opensearch: {
    'index.data-stream-searchable': ['conformant'],
    'slice.point-in-time-union-complete': ['not-claimed', /_search\/point_in_time/],
    'sql.filter-restricts': ['not-claimed', /_plugins\/_sql.*member claims/],
    'rollover.moves-alias': ['not-claimed', /_plugins\/_ism/],
  },
};

for (const [name, clauses] of Object.entries(expected)) {
  test(`the profile ${name} judges what it claims, and says why it does not judge the rest`, async () => {
    const report = await verdicts(name, Object.keys(clauses));
    for (const [id, [verdict, reason = /^/]] of Object.entries(clauses)) {
      assert.equal(report.clauses.find((clause) => clause.id === id)?.verdict, verdict, id);
      const own = report.scenarios.filter((scenario) => scenario.clauses.includes(id));
      assert.ok(
        own.some((scenario) => reason.test(scenario.reason ?? '')),
        id,
      );
    }
  });
}
