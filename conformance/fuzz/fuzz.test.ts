import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { Incomplete, Mismatch, UsageError } from '../base/errors.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { openSessionWith } from '../testing/fake-session.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import type { World } from '../client/world.ts';
import { formatJson } from '../report/counterexample-block.ts';
import { property, type Property } from './property.ts';
import { judgeProperty } from './outcome.ts';
import { properties } from './properties/index.ts';
import { readReplayId, replayText } from './corpus-folder.ts';
import { type PropertyResult, runProperty } from './run-property.ts';

const support = { shards: true, deletes: true, formats: [] };

/** Opens a session with a fake client: the response to `/<n>` says whether n is below 10. */
function openFakeSession(): void {
  openSessionWith(({ path }) => ({ status: 200, body: { low: Number(path.slice(1)) < 10 } }));
}

async function expectLow(world: World, n: number): Promise<void> {
  const { response } = await world.send({ method: 'GET', path: `/${n}` });
  const text = new TextDecoder().decode(response.body);
  if (text !== '{"low":true}') throw new Mismatch('low', text, `${n} is not low`);
}

const belowTen = property({
  id: 'below-ten',
  describe: 'Every number is below 10.',
  clauses: [],
  arbitrary: () => fc.record({ n: fc.nat({ max: 1000 }) }, { noNullPrototype: true }),
  holds: (world, { n }) => expectLow(world, n),
});

async function findCounterexample(
  wrong: Property,
): Promise<NonNullable<PropertyResult['counterexample']>> {
  const { counterexample } = await runProperty({ property: wrong, support, seed: 5, runs: 100 });
  assert.ok(counterexample);
  return counterexample;
}

test('a counterexample is fully shrunk and can be replayed in one run', async () => {
  openFakeSession();
  const { value, replay } = await findCounterexample(belowTen);
  assert.deepEqual(value, { n: 10 });
  const options = { property: belowTen, support, seed: 0, runs: 1 };
  const again = await runProperty({ ...options, replay: readReplayId(replay) });
  assert.equal(again.runs, 1);
  assert.deepEqual(again.counterexample?.value, { n: 10 });
  assert.equal(again.counterexample.record.exchanges.length, 1);
});

test('an error that does not judge a property stops it without failing it', async () => {
  openFakeSession();
  const unable = property({
    id: 'unable',
    describe: 'Cannot run.',
    clauses: [],
    arbitrary: () => fc.constant(0),
    holds: () => Promise.reject(new Incomplete('no hook')),
  });
  const result = await runProperty({ property: unable, support, seed: 1, runs: 10 });
  assert.deepEqual([result.runs, judgeProperty(result).outcome], [1, 'incomplete']);
});

test('no run starts after the deadline', async () => {
  openFakeSession();
  const options = { property: belowTen, support, seed: 5, runs: 100, deadline_ms: 0 };
  const result = await runProperty(options);
  assert.deepEqual([result.runs, judgeProperty(result).reason], [0, 'no time was left']);
});

test('replay ids survive writing and reading; other texts are refused', () => {
  for (const text of ['-7:0', '12:4:1:2']) assert.equal(replayText(readReplayId(text)), text);
  for (const text of ['', '7', '7:x', '7:1:', '7:1:AB']) {
    assert.throws(() => readReplayId(text), UsageError, text);
  }
});

test('a replay id without a value is a usage error', async () => {
  openFakeSession();
  const replay = readReplayId('5:0:99999');
  await assert.rejects(
    runProperty({ property: belowTen, support, seed: 5, runs: 1, replay }),
    /cannot be replayed/,
  );
});

test('property ids are unique, and every property names judged clauses only', () => {
  const { byId } = loadLedger();
  assert.equal(new Set(properties.map(({ id }) => id)).size, properties.length);
  for (const { id, clauses } of properties) {
    assert.ok(clauses.length > 0, id);
    for (const clause of clauses) {
      const row = byId.get(clause);
      assert.ok(row !== undefined && row.level !== 'SILENT' && !row.excluded, `${id}: ${clause}`);
    }
  }
});

test('a structure that does not fit on a line has a line for each member', () => {
  const long = 'x'.repeat(60);
  const lines = formatJson({ a: [long, long], b: 1 });
  assert.deepEqual(lines, [
    '{',
    '  "a": [',
    `    "${long}",`,
    `    "${long}"`,
    '  ],',
    '  "b": 1',
    '}',
  ]);
  assert.deepEqual(JSON.parse(lines.join('')), { a: [long, long], b: 1 });
});

const usage: readonly (readonly [string, readonly string[]])[] = [
  ['unknown property', ['--property', 'unheard-of']],
  ['exactly one --property', ['--replay', '1:0']],
  ['needs <seed>:<path>', ['--property', 'range-is-intersection', '--replay', 'rubbish']],
  ['cannot be combined', ['--property', 'range-is-intersection', '--replay', '1:0', '--seed', '1']],
  ['Expected an integer', ['--seed', '99999999999']],
];

for (const [message, flags] of usage) {
  test(`fuzz ${flags.join(' ')} is a usage error`, async () => {
    const { code, err } = await capture(['fuzz', '--base-url', 'http://127.0.0.1:9', ...flags]);
    assert.equal(code, 2);
    assert.match(err, new RegExp(message));
  });
}

test('the seed is printed first; a target that does not answer is lost', async () => {
  const argv = ['fuzz', '--base-url', 'http://127.0.0.1:9', '--seed', '42'];
  const { code, out } = await capture(argv);
  assert.deepEqual([code, out.split('\n')[0]], [4, 'seed 42']);
});

test('a server that ignores bounds fails range-is-intersection, and the run leaves no indices behind', async () => {
  const server = await startFakeServer();
  try {
    const argv = [
      'fuzz',
      '--base-url',
      server.base_url,
      '--property',
      'range-is-intersection',
      '--seed',
      '3',
    ];
    const { code, out } = await capture(argv);
    assert.equal(code, 1, out);
    assert.match(out, / {2}again {4}search-conformance fuzz --base-url .* --replay 3:/);
    assert.match(out, / {2}curl -X PUT /);
    assert.equal(lastLine(out), '0 passed, 1 failed, 0 skipped');
    assert.equal(server.indices.size, 0);
    const id = /--replay (\S+)/.exec(out)?.[1] ?? '';
    const again = await capture([...argv.slice(0, 5), '--replay', id]);
    assert.equal(again.code, 1, again.out);
  } finally {
    await server.close();
  }
});
