import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import { formatOf } from '../../decode/formats.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { answers, calls, withBody } from '../../testing/mutated-session.ts';
import { bodyOf, onMistakenReferences } from '../../testing/mistaken-references.ts';
import { queryDimensionsAgree } from './query-dimensions.ts';

const tried = onMistakenReferences(queryDimensionsAgree);

/** Changes the bodies of requests whose path and body contain some texts. */
function rewrites(
  path: RegExp,
  change: (body: Record<string, unknown>) => Record<string, unknown>,
): Interceptor {
  return (request, forward) => {
    if (!path.test(request.path) || !bodyOf(request).startsWith('{')) return forward(request);
    const body = JSON.parse(bodyOf(request)) as Record<string, unknown>;
    return forward({ ...request, body: JSON.stringify(change(body)) });
  };
}

/** Changes the texts of answers in a format. */
function texts(
  format: string,
  change: (text: string, request: WireRequest) => string,
): Interceptor {
  return async (request, forward) => {
    const response: WireResponse = await forward(request);
    if (formatOf(response.headers['content-type']) !== format) return response;
    const { 'content-length': _, ...headers } = response.headers;
    const body = Buffer.from(change(Buffer.from(response.body).toString(), request));
    return { ...response, headers, body };
  };
}

const without = (member: string, body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));

/** Asks a query that is fetched later for its result once more, without its zone. */
function losesZoneLater(): Interceptor {
  let latest: WireRequest | undefined;
  return async (request, forward) => {
    if (calls('POST', /^\/_query\/async/)(request)) latest = request;
    const isLater = calls('GET', /^\/_query\/async\//)(request);
    if (!isLater || latest === undefined || !bodyOf(latest).includes('"time_zone"')) {
      return forward(request);
    }
    const body = without('time_zone', JSON.parse(bodyOf(latest)) as Record<string, unknown>);
    return forward({ ...latest, path: '/_query/async', body: JSON.stringify(body) });
  };
}

/** Answers every fetch of a result as it answered the first one. */
function oneResultForAll(): Interceptor {
  let first: WireResponse | undefined;
  return async (request, forward) => {
    const response = await forward(request);
    if (!calls('GET', /\/_query\/async\//)(request) || response.status !== 200) return response;
    first ??= response;
    return first;
  };
}

/** Leaves the dates of all columns but the first in UTC. */
const zoneOfOneColumn = texts('yaml', (text) =>
  text.replaceAll(
    /("[^"\s]+T[^"\s]+[+-]\d\d:\d\d",)"([^"\s]+T[^"\s]+[+-]\d\d:\d\d)"/g,
    (_, first, later) => `${first}"${new Date(String(later)).toISOString()}"`,
  ),
);

/** Leaves several dates of one cell in UTC. */
const datesOfCellInUtc = texts('json', (text, request) =>
  bodyOf(request).includes('"columnar":true')
    ? text
    : text.replaceAll(/,\[((?:"[^"]*T[^"]*[+-]\d\d:\d\d",?)+)\]/g, (_, dates: string) => {
        const inUtc = dates.split(',').map((date) => new Date(date.slice(1, -1)).toISOString());
        return `,${JSON.stringify(inUtc)}`;
      }),
);

/** Gives the parameter `query` the value of the last one whose name begins its own. */
function withoutLongNames(params: unknown): unknown {
  if (!Array.isArray(params)) return params;
  const named = params as readonly Readonly<Record<string, unknown>>[];
  const last = named.findLast((one) => 'query'.startsWith(Object.keys(one)[0] ?? '-'));
  return named.map((one) => (Object.hasOwn(one, 'query') ? { query: last?.['qu'] } : one));
}

/** Refuses an object of Smile whose first name is that of a member before it. */
const withoutSharedNames: Interceptor = async (request, forward) => {
  const response = await forward(request);
  const isSmile = request.headers['content-type'] === 'application/smile';
  const isShared = isSmile && Buffer.from(request.body ?? '').includes(Buffer.of(0xfa, 0x40));
  return isShared ? { ...withBody(response, { error: 'unknown name' }), status: 400 } : response;
};

function inLowerCase(params: unknown): unknown {
  if (!Array.isArray(params)) return params;
  return params.map((one: unknown) => (typeof one === 'string' ? one.toLowerCase() : one));
}

const keepsDeleted: Interceptor = (request, forward) =>
  calls('DELETE', /_query\/async/)(request)
    ? forward({ method: 'GET', path: '/', headers: request.headers })
    : forward(request);

/** Loses `columnar` of queries by an endpoint whose answers have a format that the header `Accept` chooses. */
const losesColumnar =
  (path: RegExp, media: string): Interceptor =>
  (request, forward) => {
    const isChosen = request.headers['accept'] === media && !request.path.includes('format=');
    if (!isChosen || !path.test(request.path) || bodyOf(request) === '') return forward(request);
    const body = without('columnar', JSON.parse(bodyOf(request)) as Record<string, unknown>);
    return forward({ ...request, body: JSON.stringify(body) });
  };

const hasDelimiter = (path: string): boolean => path.includes('delimiter=');

const mistakes: readonly (readonly [string, Interceptor])[] = [
  ...['yaml', 'cbor', 'smile'].map(
    (format) =>
      [
        `${format} by the header Accept is always by row`,
        losesColumnar(/_query/, `application/${format}`),
      ] as const,
  ),
  [
    'an asynchronous query has no md by the header Accept',
    (request, forward) =>
      forward(
        request.path.startsWith('/_query/async') && request.headers['accept'] === 'text/markdown'
          ? { ...request, headers: { ...request.headers, accept: 'text/csv' } }
          : request,
      ),
  ],
  ['every query has the result of the first one', oneResultForAll()],
  [
    'a column of texts is one of keywords',
    texts('json', (text) => text.replaceAll('"type":"text"', '"type":"keyword"')),
  ],
  [
    'a name in a parameter is in lower case',
    rewrites(/_query/, (body) => ({ ...body, params: inLowerCase(body['params']) })),
  ],
  [
    'a body in yaml with a charset is answered in json',
    (request, forward) => {
      const isGiven = request.headers['content-type'] === 'application/yaml; charset=utf-8';
      const headers = { ...request.headers, ...(isGiven ? { accept: 'application/json' } : {}) };
      return forward({ ...request, headers });
    },
  ],
  ['a deleted query is kept', keepsDeleted],
  [
    'commas separate cells beside the delimiter',
    texts('csv', (text, { path }) => (hasDelimiter(path) ? text.replaceAll(',', ';') : text)),
  ],
  [
    'a zone west of UTC loses its minutes with the wrong sign',
    rewrites(/_query/, (body) =>
      body['time_zone'] === '-03:30' ? { ...body, time_zone: '-02:30' } : body,
    ),
  ],
  [
    'an asynchronous query has no filter',
    rewrites(/_query\/async/, (body) => without('filter', body)),
  ],
  [
    'values by column have no parameters',
    rewrites(/_query/, (body) =>
      body['columnar'] === true ? { ...body, params: ['x', 0] } : body,
    ),
  ],
  [
    'the count of an index has no filter',
    rewrites(/_query/, (body) =>
      /^FROM \S+ \| STATS c = COUNT\(\*\)$/.test(String(body['query']))
        ? without('filter', body)
        : body,
    ),
  ],
  [
    'integers far below zero are those of a double in yaml',
    texts('yaml', (text) => text.replaceAll(/-9(?:\d{15}|\d{18})\b/g, '-9007199254740992')),
  ],
  ['the zone is lost between a query and its later result', losesZoneLater()],
  ['only the first date of a row is in the zone', zoneOfOneColumn],
  ['several dates of a cell are in UTC', datesOfCellInUtc],
  [
    'a parameter has the value of one whose name begins its own',
    rewrites(/_query/, (body) => ({ ...body, params: withoutLongNames(body['params']) })),
  ],
  ['a body in Smile cannot refer to a name that it has had', withoutSharedNames],
  [
    'a csv date names another instant',
    texts('csv', (text) =>
      text.replaceAll(/T([01])(\d):/g, (_, tens, ones) => `T${1 - Number(tens)}${ones}:`),
    ),
  ],
  [
    'csv with a delimiter loses its last row',
    texts('csv', (text, { path }) => (hasDelimiter(path) ? text.replace(/[^\n]*\n?$/, '') : text)),
  ],
  [
    'a count in yaml is too high by one',
    texts('yaml', (text, request) =>
      bodyOf(request).includes('COUNT')
        ? text.replace(/- \[(\d+)\]\s*$/, (_, n) => `- [${Number(n) + 1}]\n`)
        : text,
    ),
  ],
  [
    'an asynchronous result has one row only',
    (request, forward) => {
      const isShort = calls('POST', /^\/_query\/async/)(request);
      const body = bodyOf(request).replace('LIMIT 100', 'LIMIT 1');
      return forward(isShort ? { ...request, body } : request);
    },
  ],
  [
    'double values lose digits',
    answers(calls('POST', /_query/), (body) => {
      if (!('values' in body)) return;
      const values = body['values'] as readonly (readonly unknown[])[];
      body['values'] = values.map((row) =>
        row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(7)) : cell)),
      );
    }),
  ],
];

for (const [what, intercept] of mistakes) {
  test(`query-dimensions finds a server that is wrong: ${what}`, async () => {
    const { counterexample, halt } = await tried(intercept);
    assert.equal(halt, undefined);
    assert.ok(counterexample);
  });
}

const namesInTsv: Interceptor = (request, forward) => {
  const accept = request.headers['accept'] ?? '';
  if (!accept.startsWith('text/tab-separated-values')) return forward(request);
  return forward({
    ...request,
    headers: { ...request.headers, accept: accept.replace(/;.*/, '') },
  });
};

test('a failure is about the clauses of what it cannot do without', async () => {
  const { counterexample } = await tried(namesInTsv, { maxShrink_ms: 5000 });
  assert.ok(counterexample);
  const { value, clauses } = counterexample;
  assert.equal((value as { readonly rows: readonly object[] }).rows.length, 1);
  assert.match(clauses.join(), /^(query-formats|async-query)\.header-absent-tsv$/);
});

test('a clause that a server is known to break hides no other', async () => {
  const offers = (id: string): boolean => !id.endsWith('header-absent-tsv');
  const { counterexample, halt } = await tried(namesInTsv, { offers });
  assert.deepEqual([counterexample, halt], [undefined, undefined]);
});

test('a query that ends before its stop need not be stopped', async () => {
  const asRunning = answers(calls('POST', /^\/_query\/async/), (body) => {
    for (const name of Object.keys(body)) if (name !== 'id') delete body[name];
    body['is_running'] = true;
  });
  let stops = 0;
  const { counterexample, halt } = await tried((request, forward) => {
    if (!calls('POST', /\/stop$/)(request)) return asRunning(request, forward);
    stops += 1;
    return forward({ ...request, path: '/_query/async/none/stop' });
  });
  assert.deepEqual([counterexample, halt], [undefined, undefined]);
  assert.ok(stops > 0);
});
