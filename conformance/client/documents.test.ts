import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSchemaCheck } from '../driver/exchange.ts';
import { openSessionWith } from '../testing/fake-session.ts';
import { rememberWindow, writeAll } from './documents.ts';
import { World } from './world.ts';

test('documents of others in the index do not hide those of the scenario', async () => {
  const others = Array.from({ length: 40 }, (_, at) => ({ _id: `other-${at}`, _source: {} }));
  const sizes: number[] = [];
  openSessionWith(({ method, body }) => {
    if (method === 'PUT') return { status: 201, body: {} };
    const { size } = JSON.parse(String(body)) as { size: number };
    sizes.push(size);
    const hits = [...others, { _id: 'own', _source: { n: 7 } }].slice(0, size);
    return { status: 200, body: { hits: { hits } } };
  });
  const world = new World();
  await writeAll(world, [{ index: world.name('books'), id: 'own', source: { n: 7 } }]);
  assert.deepEqual(sizes, [11, 22, 44]);
});

test('more documents than the result window are all awaited', async () => {
  const requests: { readonly gte: number; readonly lte: number }[] = [];
  openSessionWith(({ method, body }) => {
    if (method === 'PUT') return { status: 201, body: {} };
    const { gte, lte } = (JSON.parse(String(body)) as RangeSearch).query.range.n;
    requests.push({ gte, lte });
    // The last document becomes visible with the second attempt.
    const visible = requests.length < 3 ? 4 : 5;
    const numbers = Array.from({ length: visible }, (_, at) => at + 1);
    const hits = numbers
      .filter((n) => n >= gte && n <= lte)
      .map((n) => ({ _id: `${n}`, _source: { n } }));
    return { status: 200, body: { hits: { hits } } };
  });
  const world = new World();
  const index = world.name('books');
  rememberWindow(world, index, { settings: { 'index.max_result_window': 3 } });
  const documents = Array.from({ length: 5 }, (_, at) => at + 1);
  await writeAll(
    world,
    documents.map((n) => ({ index, id: `${n}`, source: { n } })),
  );
  const ranges = [
    { gte: 1, lte: 3 },
    { gte: 4, lte: 5 },
  ];
  assert.deepEqual(requests, [...ranges, ...ranges]);
});

test('a replaced document with a large integer is awaited in its new form', async () => {
  const bodies: string[] = [];
  let searches = 0;
  openSessionWith(({ method, body }) => {
    if (method === 'PUT') {
      bodies.push(String(body));
      return { status: 201, body: {} };
    }
    searches += 1;
    // The second version becomes visible with the third search.
    const source = bodies[searches < 3 ? 0 : 1] ?? '{}';
    const text = `{"hits":{"hits":[{"_id":"own","_source":${source}}]}}`;
    return { status: 200, body: text, type: 'application/json' };
  });
  const world = new World();
  const index = world.name('books');
  const write = (u: number): Promise<void> =>
    writeAll(world, [{ index, id: 'own', source: { u, n: 9_007_199_254_740_993n } }]);
  await write(1);
  await write(2);
  assert.equal(searches, 3);
});

/** Wrong rows of an index, the document that was replaced there, and why the wait has to go on. */
const otherRows: readonly (readonly [string, readonly unknown[][]])[] = [
  ['the older one is in the row', [['old', '2025-01-01T00:00:00.000Z']]],
  [
    'there is a row more',
    [
      ['new', '2025-01-01T00:00:00.000Z'],
      ['other', null],
    ],
  ],
  ['there is no row', []],
];

for (const [why, wrong] of otherRows) {
  test(`where searches are refused, a query shows that a document is replaced: not while ${why}`, async () => {
    const columns = [
      { name: 'word', type: 'keyword' },
      { name: 'day', type: 'date' },
    ];
    let isWritten = false;
    let queries = 0;
    openSessionWith(
      ({ method, path }) => {
        if (method === 'PUT') return { status: 201, body: {} };
        if (path.endsWith('/_search')) return { status: 404, body: {} };
        queries += 1;
        const isOld = !isWritten || queries < 4;
        const right = [[isWritten ? 'new' : 'old', '2025-01-01T00:00:00.000Z']];
        const values = isWritten && isOld ? wrong : right;
        return { status: 200, body: { columns, values } };
      },
      noSchemaCheck,
      { claims: new Set(['query']) },
    );
    const world = new World();
    const index = world.name('books');
    const write = (word: string): Promise<void> =>
      writeAll(world, [{ index, id: 'own', source: { word, day: '2025-01-01' } }]);
    await write('old');
    isWritten = true;
    await write('new');
    assert.equal(queries, 4);
  });
}

interface RangeSearch {
  readonly query: {
    readonly range: { readonly n: { readonly gte: number; readonly lte: number } };
  };
}
