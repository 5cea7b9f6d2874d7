import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlimited } from '../base/budget.ts';
import { systemEnvironment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { createCatalog } from './catalog.ts';
import type { DocumentWrite } from './document-write.ts';
import type { Index } from './index-service.ts';
import type { FieldReader } from './segment.ts';

const mappings: JsonObject = {
  properties: {
    k: { type: 'keyword', ignore_above: 20, copy_to: ['all', 'added'] },
    t: { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 256 } } },
    split: { type: 'text', analyzer: 'comma' },
    letters: { type: 'text', analyzer: 'simple' },
    n: { type: 'long' },
    lenient: { type: 'integer', ignore_malformed: true },
    r: { type: 'long_range' },
    o: { type: 'nested', properties: { x: { type: 'keyword' }, p: { type: 'nested' } } },
    off: { type: 'object', enabled: false },
  },
};
const analysis = {
  tokenizer: { comma: { type: 'pattern', pattern: ',' } },
  analyzer: { comma: { tokenizer: 'comma' } },
};

function create(): Index {
  return createCatalog(systemEnvironment()).create('i', { mappings, settings: { analysis } });
}

/** A yielder that yields at every chance, and counts. */
function counting() {
  const yielder = {
    budget: unlimited,
    yields: 0,
    yieldIfDue() {
      yielder.yields++;
      return Promise.resolve();
    },
  };
  return yielder;
}

async function writePrepared(index: Index, write: DocumentWrite): Promise<number> {
  const yielder = counting();
  const prepared = await index.prepare(write, yielder);
  index.index({ ...write, prepared });
  return yielder.yields;
}

const fields = ['k', 'all', 'added', 't', 't.raw', 'split', 'letters', 'n', 'lenient', 'r#gte'];
const more = ['r#lte', 'd', 'd.e', 'f', 'deep.a.b', '_ignored', '_routing', 'date'];

/** Returns everything that can be read of the fields of a segment. */
function contentsOf(reader: FieldReader): unknown {
  return [...fields, ...more, 'o.x', 'o.p.y', 'o.p.z'].map((field) => {
    const column = reader.column(field);
    const terms = reader.terms(field);
    return {
      field,
      column: column && {
        starts: [...column.starts],
        ...(column.kind === 'numeric'
          ? { values: [...column.values], order: [...column.order] }
          : { values: [...column.ordinals].map((ordinal) => column.terms.at(ordinal)) }),
      },
      terms: Array.from({ length: terms?.terms.size ?? 0 }, (_, ordinal) => {
        // Postings of a keyword take as long as all of its values.
        const isRead = ordinal % Math.ceil((terms?.terms.size ?? 0) / 100) === 0;
        const postings = isRead ? terms?.postingsAt(ordinal) : undefined;
        const positions = [...(postings?.positions ?? [])];
        return [terms?.terms.at(ordinal), [...(postings?.docs ?? [])], positions];
      }),
      present: reader.present(field)?.count(),
    };
  });
}

function stateOf(index: Index, id: string, routing?: string): unknown {
  index.refresh();
  const [view] = index.snapshots().flatMap(({ views }) => views);
  assert.ok(view);
  const { segment } = view;
  return {
    got: index.get(id, routing),
    mapping: index.mapping.toJson(),
    routing: segment.routing(0),
    source: segment.source(0),
    found: segment.find(id),
    contents: contentsOf(segment),
    nested: ['o', 'o.p'].map((path) => {
      const nested = segment.nested(path);
      return nested && [[...nested.parents], contentsOf(nested.fields)];
    }),
  };
}

const many = (count: number, make: (at: number) => unknown): string =>
  `[${Array.from({ length: count }, (_, at) => JSON.stringify(make(at))).join(',')}]`;

const sources: readonly (readonly [what: string, source: string, routing?: string])[] = [
  ['numbers', `{"n":${many(9000, (at) => (at * 7919) % 10_007)}}`],
  ['integers above 2^53', `{"n":[5,-7,${many(5000, (at) => at).slice(1, -1)},9007199254740993,3]}`],
  ['unsigned integers', '{"f":[18446744073709551615,1,2]}'],
  ['numbers as they are written', '{"k":[1.0,1,1e3,-0,10,0.10],"d":1.0,"f":[2,2.5],"date":1e1}'],
  ['keywords', `{"k":${many(9000, (at) => `k${(at * 7919) % 5003}`)}}`],
  ['keywords beyond the basic plane', `{"k":${many(5000, (at) => `\u{1f600}\uffee${at % 4001}`)}}`],
  ['a text', `{"t":"${'The quick, 1.5 foxes isn_t '.repeat(3000)}"}`],
  ['texts', `{"t":${many(3000, (at) => `word${at} common`)}}`],
  ['a text with escapes', `{"t":"${String.raw`a\n\"b\" \\ \u00e9\ud83d\ude00 `.repeat(3000)}"}`],
  ['a text in other letters', `{"t":"${'\u00e9t\u00e9 \u6771\u4eac '.repeat(5000)}"}`],
  ['a long word', `{"t":"${'ab'.repeat(20_000)}"}`],
  ['pieces', `{"split":"${'a,,b,c'.repeat(3000)}","letters":"${'ab1cd '.repeat(3000)}"}`],
  [
    'ignored values',
    `{"lenient":${many(3000, (at) => (at % 3 === 0 ? 'x' : at))},"k":"${'a'.repeat(30)}"}`,
  ],
  ['ranges', `{"r":${many(5000, (at) => ({ gte: (at * 7919) % 10_007, lt: 20_000 + at }))}}`],
  [
    'nested objects',
    `{"o":${many(2000, (at) => ({ x: `x${at % 7}`, p: [{ y: at }, { z: 'a b' }] }))}}`,
  ],
  [
    'new fields',
    `{"deep":{"a.b":${many(2000, (at) => at)}},"d.e":[{"f":1},{"f":2.5}],"date":"2020-01-01"}`,
  ],
  ['new objects', `{"d":${many(2000, (at) => ({ e: at, f: `t${at % 9}` }))},"off":{"x":[{}]}}`],
  ['a repeated name', '{"n":1,"n":2,"__proto__":3}'],
  ['a routing', '{"n":1}', 'r'],
];

for (const [what, source, routing] of sources) {
  test(`a prepared document with ${what} is indexed like any other`, async () => {
    const [atOnce, inTurns] = [create(), create()];
    const write = { id: '1', source, routing };
    atOnce.index(write);
    const yields = await writePrepared(inTurns, write);
    assert.deepEqual(stateOf(inTurns, '1', routing), stateOf(atOnce, '1', routing));
    assert.ok(yields >= source.length / 40_000, `${yields} yields`);
  });
}

const refused: readonly (readonly [what: string, source: string])[] = [
  ['no object', `[${'1,'.repeat(1000)}1]`],
  ['an end too early', `{"t":"${'a '.repeat(1000)}`],
  ['a wrong number', `{"n":[${'1,'.repeat(1000)}"x"]}`],
  ['a value in place of an object', `{"o":[${'{"x":"a"},'.repeat(1000)}[7]]}`],
  ['an empty name', `{"a":[${'1,'.repeat(1000)}1],"":1}`],
  ['too many fields', `{${Array.from({ length: 1001 }, (_, at) => `"f${at}":1`).join(',')}}`],
];

for (const [what, source] of refused) {
  test(`a document with ${what} is refused in turns as it is at once`, async () => {
    const index = create();
    const before = index.mapping;
    const reasonOf = (error: unknown): unknown => {
      const { type, reason } = error as { readonly type: string; readonly reason: string };
      return [type, reason];
    };
    let atOnce: unknown;
    assert.throws(
      () => index.index({ id: '1', source }),
      (error) => {
        atOnce = reasonOf(error);
        return true;
      },
    );
    await assert.rejects(index.prepare({ id: '1', source }, counting()), (error) => {
      assert.deepEqual(reasonOf(error), atOnce);
      return true;
    });
    assert.equal(index.mapping, before);
    assert.equal(index.get('1'), undefined);
  });
}

test('the place of a wrong value is searched in turns', async () => {
  const yieldsFor = async (last: string): Promise<number> => {
    const yielder = counting();
    // Objects that the mapping does not read, so that most of the yields are those of the search.
    const source = `{"off":[${'{"x":[1,2,3]},'.repeat(100_000)}1],"n":${last}}`;
    await create()
      .prepare({ id: '1', source }, yielder)
      .catch(() => undefined);
    return yielder.yields;
  };
  assert.ok((await yieldsFor('"x"')) >= (await yieldsFor('[[]')) + 20);
});

const size = 100_000;

/** Documents, and the least number of steps: parsing, reading, adding, sorting and finishing take their own. */
const steps: readonly (readonly [what: string, source: string, least: number])[] = [
  ['numbers', `{"n":${many(size, (at) => (at * 7919) % 100_003)}}`, 1500],
  ['keywords', `{"k":${many(size, (at) => `k${(at * 7919) % 100_003}`)}}`, 7000],
  ['a text', `{"t":"${'word '.repeat(size)}"}`, 280],
  ['objects', `{"d":${many(size, (at) => ({ e: at }))}}`, 3500],
  ['nested objects', `{"o":${many(size / 4, () => ({ x: 'x' }))}}`, 500],
];

for (const [what, source, least] of steps) {
  test(`preparing a document with ${what} yields often`, async () => {
    const yields = await writePrepared(create(), { id: '1', source });
    assert.ok(yields >= least, `${yields} yields`);
  });
}

test('a document that was prepared with an earlier mapping is read again', async () => {
  const index = create();
  const source = '{"later":"12"}';
  const prepared = await index.prepare({ id: '1', source }, counting());
  index.putMapping({ properties: { later: { type: 'long' } } });
  index.index({ id: '1', source, prepared });
  index.refresh();
  const [view] = index.snapshots().flatMap(({ views }) => views);
  const column = view?.segment.column('later');
  assert.deepEqual(column?.kind === 'numeric' && [...column.values], [12]);
});

test('a prepared document keeps the order of sequence numbers, and replaces what is buffered', async () => {
  const index = createCatalog(systemEnvironment()).create('i', { mappings: {}, settings: {} });
  for (const id of ['a', 'b', 'c']) index.index({ id, source: '{"n":1}' });
  await writePrepared(index, { id: 'b', source: '{"n":2}' });
  index.index({ id: 'd', source: '{"n":1}' });
  await writePrepared(index, { id: 'a', source: '{"n":3}' });
  index.index({ id: 'b', source: '{"n":4}' });
  index.refresh();
  const live = index.snapshots().flatMap(({ views }) =>
    views.flatMap(({ segment, live }) =>
      Array.from({ length: segment.size }, (_, doc) => doc)
        .filter((doc) => live?.has(doc) !== false)
        .map((doc) => [segment.id(doc), segment.sequence(doc), segment.source(doc)]),
    ),
  );
  assert.deepEqual(live, [
    ['c', 2, '{"n":1}'],
    ['d', 4, '{"n":1}'],
    ['a', 5, '{"n":3}'],
    ['b', 6, '{"n":4}'],
  ]);
});
