import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import type { WireRequest } from '../base/exchange.ts';
import { loadProfile } from '../driver/load-profile.ts';
import { type SpawnedServer, spawnServer } from '../driver/spawn.ts';
import { answer } from '../proof/interceptors.ts';
import type { Interceptor } from '../run/mutation.ts';
import { openProxy } from '../run/proxy.ts';
import { ownSuite } from '../run/suite.ts';
import { capture, lastLine } from '../testing/capture.ts';

const reference = fromRoot('dist', 'bundle', 'reference', 'main.js');
const anywhere = { headers: {}, tls: { insecure: false }, timeout_ms: 30_000, secrets: [] };
const correct: Interceptor = (request, forward) => forward(request);

let server: SpawnedServer;
let proxy: Awaited<ReturnType<typeof openProxy>>;
let mistake: Interceptor = correct;

before(async () => {
  server = await spawnServer({
    command: `node "${reference}" --port {port} --test-control`,
    start_timeout_ms: loadProfile('reference').options.start_timeout_ms,
    target: anywhere,
    isStopping: () => false,
  });
  const target = { ...anywhere, base_url: server.base_url };
  proxy = await openProxy({ intercept: (request, forward) => mistake(request, forward) }, target);
});

after(async () => {
  await proxy.close();
  await server.stop();
});

interface ReportedScenario {
  readonly id: string;
  readonly outcome: string;
  readonly clauses: readonly string[];
  readonly rewriting?: { readonly id: string; readonly clause: string; readonly requests: number };
  readonly exchanges: readonly { readonly method: string; readonly path: string }[];
}

/** Runs a selection against a mistaken server, and reads the reports. */
async function runOf(wrong: Interceptor, ...flags: readonly string[]) {
  mistake = wrong;
  const [json, markdown] = ['run.json', 'run.md'].map((name) => join(temporaryFolder(), name));
  const target = ['--base-url', proxy.base_url, '--profile', 'reference'];
  const reports = ['--json', `${json}`, '--report', `markdown=${markdown}`];
  const { code, out, err } = await capture(
    ['run', ...target, ...reports, ...flags],
    {},
    ownSuite(),
  );
  const report = JSON.parse(readFileSync(`${json}`, 'utf8')) as {
    readonly run: Readonly<Record<string, unknown>>;
    readonly scenarios: readonly ReportedScenario[];
    readonly clauses: readonly { readonly id: string; readonly verdict: string }[];
  };
  const rewritten = report.scenarios.filter(({ rewriting }) => rewriting !== undefined);
  const plain = report.scenarios.filter(({ rewriting }) => rewriting === undefined);
  const text = readFileSync(`${markdown}`, 'utf8');
  return { code, out, err, json: `${json}`, report, rewritten, plain, markdown: text };
}

/** A server that treats certain requests as if they were others. */
function treats(
  isMeant: (request: WireRequest) => boolean,
  change: (body: Readonly<Record<string, unknown>>) => object,
): Interceptor {
  return (request, forward) => {
    if (!isMeant(request) || request.body === undefined) return forward(request);
    const body = JSON.parse(`${Buffer.from(request.body)}`) as Readonly<Record<string, unknown>>;
    return forward({ ...request, body: JSON.stringify(change(body)) });
  };
}

function without(member: string): (body: Readonly<Record<string, unknown>>) => object {
  return ({ [member]: _, ...rest }) => rest;
}

/** A server that answers certain requests with one hit less. */
function losesHit(isMeant: (request: WireRequest) => boolean): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (!isMeant(request) || response.status !== 200) return response;
    const body = JSON.parse(`${Buffer.from(response.body)}`) as {
      readonly hits?: { readonly hits: readonly unknown[] };
    };
    const hits = { ...body.hits, hits: body.hits?.hits.slice(0, -1) };
    return answer(200, { ...body, hits });
  };
}

const has =
  (text: string) =>
  ({ body = '' }: WireRequest): boolean =>
    `${Buffer.from(body)}`.includes(text);

/** A server that gives the answer to the search before if its page is the same, whatever its query. */
function keepsAnswers(): Interceptor {
  let key = '';
  let last: Awaited<ReturnType<Interceptor>> | undefined;
  return async (request, forward) => {
    if (!request.path.includes('/_search')) return forward(request);
    const text = `${Buffer.from(request.body ?? '{}')}`;
    const { query: _, ...page } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isSame = key === JSON.stringify([request.path, page]);
    key = JSON.stringify([request.path, page]);
    if (!isSame || last === undefined) last = await forward(request);
    return last;
  };
}

const nothing = { term: { none: 1 } };

const mistakes: readonly (readonly [string, string, () => Interceptor])[] = [
  [
    'scroll-by-get',
    'scroll.every-match-returned',
    () => losesHit(({ method, path }) => method === 'GET' && path === '/_search/scroll'),
  ],
  [
    'by-alias',
    'search.term-exact',
    () => treats(({ path }) => /-alias\/_search/.test(path), without('query')),
  ],
  ['in-a-point-in-time', 'search.sort-descending', () => treats(has('"pit"'), without('sort'))],
  ['total-tracked', 'search.term-exact', () => losesHit(has('"track_total_hits":true'))],
  ['from-minus-one', 'search-after.continues-after-values', () => losesHit(has('"from":-1'))],
  ['sort-as-object', 'search.sort-several-entries', () => treats(has('"order"'), without('sort'))],
  [
    'query-asked-before',
    'query.where-restricts-rows',
    () => {
      let last: unknown;
      return treats(
        ({ path }) => path.startsWith('/_query'),
        (body) => {
          const filter = body['filter'] ?? last;
          last = body['filter'];
          return { ...body, ...(filter === undefined ? {} : { filter }) };
        },
      );
    },
  ],
  [
    'async-with-a-long-wait',
    'query.where-restricts-rows',
    () =>
      treats(
        ({ path }) => path.startsWith('/_query/async'),
        (body) => ({ ...body, filter: nothing }),
      ),
  ],
  [
    'yaml-and-back',
    'query.where-restricts-rows',
    () =>
      treats(
        ({ path }) => path.includes('format=yaml'),
        (body) => ({ ...body, filter: nothing }),
      ),
  ],
  [
    'by-column-and-back',
    'query.where-restricts-rows',
    () => treats(has('"columnar":true'), (body) => ({ ...body, filter: nothing })),
  ],
  [
    'query-in-lines',
    'query.where-restricts-rows',
    () =>
      treats(has(String.raw`\nWHERE`), (body) => ({
        ...body,
        query: String(body['query']).split('\nWHERE')[0],
      })),
  ],
  ['search-asked-before', 'search.term-exact', keepsAnswers],
];

for (const [id, clause, wrong] of mistakes) {
  test(`only ${id} shows a mistake`, async () => {
    const flags = ['--clause', clause, '--rewriting', id];
    const { code, out, rewritten, plain, report, markdown } = await runOf(wrong(), ...flags);
    assert.deepEqual([...new Set(plain.map(({ outcome }) => outcome))], ['passed'], out);
    const failed = rewritten.filter(({ outcome }) => outcome === 'failed');
    assert.ok(failed.length > 0, out);
    assert.equal(code, 1);
    const [one] = failed;
    assert.match(one?.id ?? '', new RegExp(`^features/.*:\\d+~${id}$`));
    assert.equal(one?.rewriting?.id, id);
    const judged = report.clauses.find(({ id: judgedId }) => judgedId === clause);
    assert.equal(judged?.verdict, 'non-conformant');
    const again = `--scenario \\S+:\\d+ --rewriting ${id}`;
    for (const text of [out, markdown]) {
      assert.match(text, new RegExp(again));
      assert.ok(text.includes(`as ${id} (${one.rewriting?.clause})`), text);
    }
  });
}

test('without values nothing is rewritten, and a choice is by default', async () => {
  const flags = ['--clause', 'search.term-exact'];
  const wrong = losesHit(has('"track_total_hits":true'));
  const none = await runOf(wrong, ...flags, '--values', '0');
  assert.equal(none.code, 0, none.out);
  assert.equal(none.rewritten.length, 0);
  const chosen = await runOf(wrong, ...flags, '--values', '1');
  assert.equal(chosen.code, 1, chosen.out);
  assert.match(chosen.out, /rewritings: \d+ applied, (\d+) of \1 pairs of rewriting and chapter/);
  assert.ok(chosen.report.run['seed'] !== undefined);
});

test('the replay line runs one scenario in one other way', async () => {
  const wrong = losesHit(has('"track_total_hits":true'));
  const first = await runOf(wrong, '--clause', 'search.term-exact', '--rewriting', 'total-tracked');
  const [, scenario = ''] = /--scenario (\S+) --rewriting/.exec(first.out) ?? [];
  const again = await runOf(wrong, '--scenario', scenario, '--rewriting', 'total-tracked');
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
  const { json, code } = await runOf(wrong, ...flags);
  assert.equal(code, 1);
  const file = join(temporaryFolder(), 'known.yaml');
  const update = ['baseline', 'update', '--report', json, '--file', file, '--reason', 'lost'];
  assert.equal((await capture(update, {}, ownSuite())).code, 0);
  assert.match(readFileSync(file, 'utf8'), /scenario: .*~total-tracked/);
  const known = await runOf(wrong, ...flags, '--known-failures', file);
  assert.equal(known.code, 0, known.out);
  const fixed = await runOf(correct, ...flags, '--known-failures', file);
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
  const { code, out, rewritten, report } = await runOf(refusing, ...flags);
  assert.equal(code, 0, out);
  assert.ok(rewritten.length > 0);
  assert.ok(rewritten.every(({ outcome }) => outcome === 'incomplete'));
  assert.match(out, /incomplete: the server creates no index with an alias: status 400/);
  const verdicts = new Set(report.clauses.map(({ verdict }) => verdict));
  assert.deepEqual([...verdicts], ['conformant']);
});

test('the requests in a report are those that were sent', async () => {
  const wrong = losesHit(({ path }) => path.includes('-alias/_search'));
  const flags = ['--clause', 'search.term-exact', '--rewriting', 'by-alias'];
  const { rewritten } = await runOf(wrong, ...flags);
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
