import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { MemoryCatalog } from './catalog.ts';
import type { Index } from './index-service.ts';
import { routingHash, shardOf } from './routing.ts';
import type { FieldReader, ShardSnapshot } from './segment.ts';

const mappings = {
  properties: {
    k: { type: 'keyword' },
    t: { type: 'text' },
    n: { type: 'long' },
    big: { type: 'long' },
    many: { type: 'integer' },
    o: { type: 'nested', properties: { x: { type: 'keyword' } } },
  },
};

function create(settings: JsonObject = {}): Index {
  const environment = systemEnvironment();
  return new MemoryCatalog(environment).create('i', { mappings, settings });
}

function write(index: Index, id: number, round = 0): void {
  const n = (id * 7919) % 1000;
  const source = {
    k: `k${id % 7}`,
    t: `word${id % 5} common round${round}`,
    n,
    many: [id % 3, id % 2],
    o: id % 4 === 0 ? [{ x: `x${id}` }, { x: 'y' }] : [],
  };
  const big = id % 100 === 0 ? `,"big":9007199254740993` : '';
  index.index({ id: String(id), source: JSON.stringify(source).replace(/\}$/, `${big}}`) });
}

/** Returns everything that can be read of the live documents of a shard, independent of its segments. */
function contents(snapshot: ShardSnapshot | undefined): readonly unknown[] {
  const documents: unknown[] = [];
  for (const { segment, live } of snapshot?.views ?? []) {
    const nested = segment.nested('o');
    for (let doc = 0; doc < segment.size; doc++) {
      if (!live.has(doc)) continue;
      const children = [...(nested?.parents ?? [])].flatMap((parent, at) =>
        parent === doc ? [at] : [],
      );
      documents.push({
        id: segment.id(doc),
        found: segment.find(segment.id(doc)) === doc,
        source: segment.source(doc),
        version: segment.version(doc),
        sequence: segment.sequence(doc),
        values: ['k', 'n', 'big', 'many'].map((field) => values(segment, field, doc)),
        words: words(segment, doc),
        nested: children.map((child) => nested && values(nested.fields, 'o.x', child)),
      });
    }
  }
  return documents;
}

function values(reader: FieldReader, field: string, doc: number): readonly string[] {
  return (reader.column(field)?.(doc) ?? []).map(String);
}

function words(reader: FieldReader, doc: number): readonly string[] {
  const index = reader.terms('t');
  if (index === undefined) return [];
  return [...index.postings]
    .flatMap(([term, { docs, positions, positionStarts, frequencies }]) => {
      const at = docs.indexOf(doc);
      const start = positionStarts?.[at] ?? 0;
      const places = positions?.slice(start, start + (frequencies?.[at] ?? 0)).join('+');
      return at === -1 ? [] : [`${term}@${places}`];
    })
    .sort();
}

test('routing uses murmur3 over UTF-16 units', () => {
  assert.equal(routingHash(''), 0);
  assert.equal(routingHash('hell'), 0x5a0cb7c3 | 0);
  assert.equal(routingHash('hello'), 0xd7c31989 | 0);
  assert.equal(routingHash('hello w'), 0x22ab2984 | 0);
  assert.equal(routingHash('hello wo'), 0xdf0ca123 | 0);
  assert.equal(routingHash('The quick brown fox jumps over the lazy dog'), 0xe07db09c | 0);
  const parities = ['1', '2', '3', '4'].map((id) => shardOf(id, 5) % 2);
  assert.deepEqual(parities, [1, 0, 0, 0]);
});

test('stores and finds documents in the shard of their routing', () => {
  const index = create({ number_of_shards: 3 });
  for (let id = 0; id < 30; id++) index.index({ id: String(id), source: '{}', routing: 'r' });
  index.refresh();
  const counts = index.snapshots().map(({ liveCount }) => liveCount);
  assert.deepEqual(
    [...counts].sort((a, b) => a - b),
    [0, 0, 30],
  );
  assert.equal(index.get('3', 'r')?._routing, 'r');
  assert.equal(index.snapshots()[index.shardOf('3', 'r')]?.views[0]?.segment.routing(0), 'r');
});

test('a snapshot does not change after writes, deletions, refreshes and merges', () => {
  const index = create({ refresh_interval: '-1' });
  for (let id = 0; id < 50; id++) write(index, id);
  assert.equal(index.snapshots()[0]?.liveCount, 0);
  assert.equal(index.get('7')?._version, 1);
  index.refresh();
  const [before] = index.snapshots();
  const seen = contents(before);
  for (let round = 1; round < 15; round++) {
    for (let id = 0; id < 60; id += 2) write(index, id, round);
    index.delete({ id: String(round) });
    index.refresh();
  }
  assert.deepEqual(contents(before), seen);
  const [after] = index.snapshots();
  assert.equal(after?.liveCount, 50 + 5 - 7 - 1);
  assert.equal(index.get('0')?._version, 15);
  assert.ok((after?.views.length ?? 99) < 15);
});

test('a deleted document stays visible until the next refresh, even after a merge', () => {
  const index = create({ refresh_interval: '-1' });
  for (let id = 0; id < 12; id++) {
    write(index, id);
    index.refresh();
    if (id === 9) index.delete({ id: '3' });
    if (id === 9) index.delete({ id: '4' });
  }
  index.delete({ id: '5' });
  const shown = contents(index.snapshots()[0]).length;
  assert.equal(shown, 10);
  assert.equal(index.get('5'), undefined);
  index.refresh();
  assert.equal(contents(index.snapshots()[0]).length, 9);
});

test('a merge keeps all documents in the same order', () => {
  const once = create({ refresh_interval: '-1' });
  const often = create({ refresh_interval: '-1' });
  for (let id = 0; id < 400; id++) {
    write(once, id);
    write(often, id);
    if (id % 3 === 0) often.refresh();
  }
  for (const index of [once, often]) {
    for (let id = 0; id < 400; id += 5) index.delete({ id: String(id) });
    index.refresh();
  }
  assert.ok((often.snapshots()[0]?.views.length ?? 999) < 40);
  assert.deepEqual(contents(often.snapshots()[0]), contents(once.snapshots()[0]));
});

test('refreshes automatically when the interval has passed since the first write that is not visible', () => {
  const environment = systemEnvironment();
  const index = new MemoryCatalog(environment).create('i', {
    settings: { refresh_interval: '5s' },
  });
  index.index({ id: '1', source: '{}' });
  environment.advance(4000);
  assert.equal(index.snapshots()[0]?.liveCount, 0);
  environment.advance(1500);
  assert.equal(index.snapshots()[0]?.liveCount, 1);
});

test('refuses writes whose condition is not met', () => {
  const index = create();
  const first = index.index({ id: '1', source: '{}' });
  assert.deepEqual([first.result, first._version, first._seq_no], ['created', 1, 0]);
  const cases: readonly (readonly [string, () => unknown])[] = [
    [
      '[1]: version conflict, document already exists (current version [1])',
      () => index.index({ id: '1', source: '{}', op_type: 'create' }),
    ],
    [
      '[1]: version conflict, required seqNo [5], primary term [1]. current document has seqNo [0] and primary term [1]',
      () => index.index({ id: '1', source: '{}', if_seq_no: 5, if_primary_term: 1 }),
    ],
    [
      '[2]: version conflict, required seqNo [0], primary term [1]. but no document was found',
      () => index.delete({ id: '2', if_seq_no: 0, if_primary_term: 1 }),
    ],
    [
      '[1]: version conflict, current version [1] is higher or equal to the one provided [1]',
      () => index.index({ id: '1', source: '{}', version: 1, version_type: 'external' }),
    ],
  ];
  for (const [reason, action] of cases) {
    assert.throws(action, { type: 'version_conflict_engine_exception', reason });
  }
  assert.equal(
    index.index({ id: '1', source: '{}', if_seq_no: 0, if_primary_term: 1 }).result,
    'updated',
  );
  assert.equal(index.delete({ id: '1' })._version, 3);
  assert.equal(index.index({ id: '1', source: '{}' })._version, 4);
  assert.equal(index.delete({ id: 'none' }).result, 'not_found');
  assert.match(index.index({ id: undefined, source: '{}' })._id, /^[\w-]{20}$/);
  assert.throws(
    () => index.index({ id: 'x'.repeat(513), source: '{}' }),
    /no longer than 512 bytes/,
  );
});

test('the terms of texts are found in steps, so that others are served meanwhile', () => {
  const index = create();
  for (let id = 0; id < 20; id++) write(index, id);
  index.refresh();
  const view = index.snapshots()[0]?.views[0];
  assert.ok(view !== undefined);
  assert.ok([...view.segment.prepareTerms('t')].length >= 20);
  assert.deepEqual([...view.segment.prepareTerms('t')], [], 'they are there');
  assert.equal(view.segment.terms('t')?.postings.get('common')?.docs.length, 20);
  assert.deepEqual([...view.segment.prepareTerms('k')], [], 'the value of a keyword is its term');
  index.index({ id: 'long', source: JSON.stringify({ t: 'word '.repeat(10_000) }) });
  index.refresh();
  const long = index.snapshots()[0]?.views.at(-1);
  assert.ok(long !== undefined);
  assert.ok([...long.segment.prepareTerms('t')].length >= 10, 'a long text in parts');
});

test('the values of a segment are sorted by field in steps, by several searches in turn', () => {
  const create40 = (): Index => {
    const index = create();
    for (let id = 0; id < 40; id++) {
      const many = Array.from({ length: 1000 }, (_, at) => at);
      index.index({ id: String(id), source: JSON.stringify({ many, o: [{ x: `x${id}` }] }) });
    }
    index.refresh();
    return index;
  };
  const [stepped, direct] = [create40().snapshots()[0], create40().snapshots()[0]];
  const segment = stepped?.views[0]?.segment;
  assert.ok(segment !== undefined);
  const [one, other] = [segment.prepare(), segment.prepare()];
  let steps = 0;
  for (; steps < 3; steps += 1) assert.notEqual(one.next().done, true);
  one.return();
  while (other.next().done !== true) steps += 1;
  assert.ok(steps >= 9, `${steps}`);
  assert.deepEqual([...segment.prepare()], [], 'they are there');
  assert.ok([...segment.prepareTerms('many')].length >= 30, 'their terms are found in steps');
  assert.ok(segment.stride < 10, `fewer documents of many values at a time, not ${segment.stride}`);
  assert.deepEqual(contents(stepped), contents(direct));
});
