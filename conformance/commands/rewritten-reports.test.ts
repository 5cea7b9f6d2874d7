import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { answer } from '../proof/interceptors.ts';
import type { Interceptor } from '../run/mutation.ts';
import { ownSuite } from '../run/suite.ts';
import { capture, lastLine } from '../testing/capture.ts';
import {
  correct,
  has,
  losesHit,
  type MistakenServer,
  openMistakenServer,
} from '../testing/mistaken-runs.ts';

let server: MistakenServer;

before(async () => {
  server = await openMistakenServer();
});

after(() => server.close());

test('without values nothing is rewritten, and a choice is by default', async () => {
  const flags = ['--clause', 'search.term-exact'];
  const wrong = losesHit(has('"track_total_hits":true'));
  const none = await server.runOf(wrong, ...flags, '--values', '0');
  assert.equal(none.code, 0, none.out);
  assert.equal(none.rewritten.length, 0);
  const chosen = await server.runOf(wrong, ...flags, '--values', '1');
  assert.equal(chosen.code, 1, chosen.out);
  assert.match(chosen.out, /rewritings: \d+ applied, (\d+) of \1 pairs of rewriting and chapter/);
  assert.ok(chosen.report.run['seed'] !== undefined);
});

test('the replay line runs one scenario in one other way', async () => {
  const wrong = losesHit(has('"track_total_hits":true'));
  const first = await server.runOf(
    wrong,
    '--clause',
    'search.term-exact',
    '--rewriting',
    'total-tracked',
  );
  const [, scenario = ''] = /--scenario (\S+) --rewriting/.exec(first.out) ?? [];
  const again = await server.runOf(wrong, '--scenario', scenario, '--rewriting', 'total-tracked');
  assert.deepEqual(
    again.report.scenarios.map(({ id, outcome }) => [id, outcome]),
    [
      [scenario, 'passed'],
      [`${scenario}~total-tracked`, 'failed'],
    ],
  );
  assert.equal(lastLine(again.out), '1 passed, 1 failed, 0 skipped');
});

test('a known failure names the rewriting, and a report with it can be read again', async () => {
  const wrong = losesHit(has('"track_total_hits":true'));
  const flags = ['--clause', 'search.term-exact', '--rewriting', 'total-tracked'];
  const { json, code } = await server.runOf(wrong, ...flags);
  assert.equal(code, 1);
  const file = join(temporaryFolder(), 'known.yaml');
  const update = ['baseline', 'update', '--report', json, '--file', file, '--reason', 'lost'];
  assert.equal((await capture(update, {}, ownSuite())).code, 0);
  assert.match(readFileSync(file, 'utf8'), /scenario: .*~total-tracked/);
  const known = await server.runOf(wrong, ...flags, '--known-failures', file);
  assert.equal(known.code, 0, known.out);
  const fixed = await server.runOf(correct, ...flags, '--known-failures', file);
  assert.equal(fixed.code, 0, fixed.out);
  const merged = await capture(['merge', json], {}, ownSuite());
  assert.match(merged.out, /as total-tracked/);
});

test('a server that does not offer the other way keeps the verdict of its clauses', async () => {
  const refusing: Interceptor = (request, forward) =>
    has('-alias"')(request)
      ? Promise.resolve(answer(400, { error: 'no alias' }))
      : forward(request);
  const flags = ['--clause', 'search.term-exact', '--rewriting', 'by-alias'];
  const { code, out, rewritten, report } = await server.runOf(refusing, ...flags);
  assert.equal(code, 0, out);
  assert.ok(rewritten.length > 0);
  assert.ok(rewritten.every(({ outcome }) => outcome === 'incomplete'));
  assert.match(out, /incomplete: the server creates no index with an alias: status 400/);
  const verdicts = new Set(report.clauses.map(({ verdict }) => verdict));
  assert.deepEqual([...verdicts], ['conformant']);
});

test('a scenario that does not pass any more says nothing about a rewriting', async () => {
  let isBroken = false;
  const breaking: Interceptor = (request, forward) => {
    isBroken ||= has('"track_total_hits":true')(request);
    return losesHit(() => isBroken)(request, forward);
  };
  const flags = ['--clause', 'search.term-exact', '--rewriting', 'total-tracked'];
  const { code, out, rewritten } = await server.runOf(breaking, ...flags);
  assert.equal(code, 0, out);
  assert.deepEqual([...new Set(rewritten.map(({ outcome }) => outcome))], ['incomplete']);
});

test('the requests in a report are those that were sent', async () => {
  const wrong = losesHit(({ path }) => path.includes('-alias/_search'));
  const flags = ['--clause', 'search.term-exact', '--rewriting', 'by-alias'];
  const { rewritten } = await server.runOf(wrong, ...flags);
  const failed = rewritten.find(({ outcome }) => outcome === 'failed');
  assert.match(failed?.exchanges.at(-1)?.path ?? '', /-alias\/_search/);
});

for (const [flag, name, text] of [
  ['--rewriting', 'by-alais', /unknown rewriting by-alais.*by-alias/],
  ['--scenario', 'features/none.feature:1', /unknown scenario features\/none\.feature:1/],
] as const) {
  test(`${flag} ${name} is refused`, async () => {
    const flags = ['run', '--base-url', 'http://127.0.0.1:1', flag, name];
    const { code, err } = await capture(flags, {}, ownSuite());
    assert.equal(code, 2);
    assert.match(err, text);
  });
}
