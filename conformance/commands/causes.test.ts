import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Interceptor } from '../run/mutation.ts';
import { answer } from '../proof/interceptors.ts';
import { type MistakenServer, openMistakenServer } from '../testing/mistaken-runs.ts';
import { answers, calls } from '../testing/mutated-session.ts';

let server: MistakenServer;
before(async () => {
  server = await openMistakenServer();
});
after(() => server.close());

/** Refuses certain requests. */
function refuses(fits: ReturnType<typeof calls>, status: number, reason: string): Interceptor {
  return async (request, forward) =>
    fits(request)
      ? answer(status, {
          error: { type: 'a_error', reason: `${reason} at ${request.path}` },
          status,
        })
      : forward(request);
}

const mistakes: readonly Interceptor[] = [
  answers(calls('POST', /\/_search\?.*scroll=/), (body) => delete body['_scroll_id']),
  answers(calls('GET', /\/_search\?.*scroll=/), (body) => delete body['_scroll_id']),
  refuses(calls('PUT', /^\/_ilm\/policy\//), 400, 'no policies'),
  refuses(calls('DELETE', /^\/_pit/), 500, 'no such thing'),
  answers(calls('POST', /^\/_query$/), (body) => delete body['columns']),
  answers(calls('POST', /^\/_security\/api_key/), (body) => delete body['api_key']),
];

/** All mistakes at once. */
const mistaken: Interceptor = (request, forward) => {
  const chain = mistakes.reduce<typeof forward>(
    (next, mistake) => (sent) => mistake(sent, next),
    forward,
  );
  return chain(request);
};

interface Cause {
  readonly title: string;
  readonly clauses: readonly string[];
  readonly frees: readonly string[];
  readonly scenarios: readonly string[];
}

test('many failures of five mistakes have five causes, those that free the most clauses first', async () => {
  const chapters = ['scroll', 'point-in-time', 'lifecycle', 'api-keys', 'query-parameters'];
  const flags = ['--values', '0', '--chapter', ...chapters];
  const { report, out, markdown, json } = await server.runOf(mistaken, ...flags);
  const { causes } = JSON.parse(readFileSync(json, 'utf8')) as {
    readonly causes: readonly Cause[];
  };
  const failed = report.scenarios.filter(({ outcome }) => outcome === 'failed').length;
  assert.ok(failed > 90, `${failed} failures`);
  const titles = causes.map(({ title }) => title);
  assert.equal(causes.length, 5, titles.join('\n'));
  const sizes = causes.map(({ frees }) => frees.length);
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  for (const title of titles) assert.ok(out.includes(`: ${title}\n`), title);
  assert.equal(markdown.match(/^### /gm)?.length, 5);
});
