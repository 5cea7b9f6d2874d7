import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Interceptor } from '../run/mutation.ts';
import {
  has,
  losesHit,
  type MistakenServer,
  openMistakenServer,
  treats,
} from '../testing/mistaken-runs.ts';

let server: MistakenServer;

before(async () => {
  server = await openMistakenServer();
});

after(() => server.close());

/** A server that gives the answer to the search before if its page is the same, whatever its query. */
function keepsAnswers(): Interceptor {
  let key = '';
  let last: Awaited<ReturnType<Interceptor>> | undefined;
  return async (request, forward) => {
    if (!request.path.includes('/_search')) return forward(request);
    const text = Buffer.from(request.body ?? '{}').toString();
    const { query: _, ...page } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isSame = key === JSON.stringify([request.path, page]);
    key = JSON.stringify([request.path, page]);
    if (!isSame || last === undefined) last = await forward(request);
    return last;
  };
}

/** A server that answers each query once, whatever is written later. */
function keepsQueries(): Interceptor {
  const kept = new Map<string, Awaited<ReturnType<Interceptor>>>();
  return async (request, forward) => {
    if (request.path !== '/_query') return forward(request);
    const text = Buffer.from(request.body ?? '').toString();
    const answer = kept.get(text) ?? (await forward(request));
    kept.set(text, answer);
    return answer;
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
    () =>
      treats(
        ({ path }) => /-alias\/_search/.test(path),
        (body) => ({ ...body, query: undefined }),
      ),
  ],
  [
    'in-a-point-in-time',
    'search.sort-descending',
    () => treats(has('"pit"'), (body) => ({ ...body, sort: undefined })),
  ],
  ['total-tracked', 'search.term-exact', () => losesHit(has('"track_total_hits":true'))],
  ['changed-and-back', 'query.where-restricts-rows', keepsQueries],
  ['from-minus-one', 'search-after.continues-after-values', () => losesHit(has('"from":-1'))],
  [
    'sort-as-object',
    'search.sort-descending',
    () => treats(has('"order"'), (body) => ({ ...body, sort: undefined })),
  ],
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
    const { code, out, rewritten, plain, report, markdown } = await server.runOf(wrong(), ...flags);
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
