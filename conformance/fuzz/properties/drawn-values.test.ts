import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Corpus, corpus } from '../arbitraries/corpus.ts';
import { findCounterexample } from '../run-property.ts';
import type { Property } from '../property.ts';
import type { TargetSupport } from '../target-support.ts';
import { changeableRequests, validRequests } from '../requests/valid-requests.ts';
import { forbiddenInput } from './forbidden-input.ts';
import { hasAll, offered, rowsOf } from '../dimensions/table.ts';
import { walks } from '../dimensions/walk-dimensions.ts';
import { rangeIsIntersection } from './queries-combine.ts';
import { parameterIsLiteral } from './query-meaning.ts';

const support: TargetSupport = { shards: true, deletes: true, formats: [] };

/** The values that a property draws; none is tried. */
async function drawnBy<Value>(property: Property): Promise<readonly Value[]> {
  const drawn: Value[] = [];
  const attempt = (value: unknown): Promise<boolean> => {
    drawn.push(value as Value);
    return Promise.resolve(true);
  };
  await findCounterexample(property.arbitrary(support, 1), { seed: 1, runs: 60 }, attempt);
  return drawn;
}

test('most documents come after others, some of which they replace', async () => {
  const cases = await drawnBy<{ readonly corpus: Corpus }>(rangeIsIntersection);
  const having = (isReplaced: boolean) =>
    cases.filter(({ corpus: { documents, earlier } }) =>
      earlier.some((one) => documents.some(({ u }) => u === one.u) === isReplaced),
    ).length;
  assert.ok(having(true) > cases.length / 2, `replaced in ${having(true)} of ${cases.length}`);
  assert.ok(having(false) > cases.length / 2, `deleted in ${having(false)} of ${cases.length}`);
});

test('where documents are not replaced or deleted, none comes before others', () => {
  const without = {
    ...support,
    deletes: false,
    offers: (id: string) => !id.startsWith('index.put'),
  };
  const drawn = fc.sample(corpus(without, { fields: ['n'] }), { numRuns: 60, seed: 1 });
  assert.ok(drawn.every(({ earlier }) => earlier.length === 0));
});

test('where large whole numbers lose digits, none is a parameter', () => {
  const inexact = { ...support, has: (extra: string) => extra !== 'default:exact-integers' };
  const largest = (given: TargetSupport): number =>
    Math.max(
      ...fc
        .sample(parameterIsLiteral.arbitrary(given, 1), { numRuns: 60, seed: 1 })
        .map((drawn) => Number((drawn as { readonly big: number | bigint }).big)),
    );
  assert.ok(largest(support) > Number.MAX_SAFE_INTEGER);
  assert.ok(largest(inexact) < 2 ** 32);
});

test('where a scroll over several shards is known not to be released, only one of one shard is', () => {
  const known = 'scroll.continue-without-keep-time-releases-shards';
  const released = (given: TargetSupport) =>
    rowsOf(offered(walks, given), 2).filter((row) =>
      hasAll(row, { kind: ['scroll', 'sliced scroll'], other: ['continued without keep time'] }),
    );
  const isSeveral = (row: ReturnType<typeof released>[number]): boolean =>
    hasAll(row, { shards: ['3 shards'] }) || hasAll(row, { target: ['alias', 'list'] });
  assert.ok(released(support).some(isSeveral));
  const left = released({ ...support, offers: (clause) => clause !== known });
  assert.ok(left.length > 0 && !left.some(isSeveral));
});

test('wrong requests mostly are writes, since only these can leave something behind', async () => {
  type Wrong = { readonly operation: string };
  const wrongs = (await drawnBy<readonly Wrong[]>(forbiddenInput)).flat();
  const writes = new Set<string>(
    changeableRequests().flatMap(({ operation, reads }) =>
      reads === undefined ? [] : [operation.id],
    ),
  );
  const count = wrongs.filter(({ operation }) => writes.has(operation)).length;
  assert.ok(count > wrongs.length / 2 && count < wrongs.length, `${count} of ${wrongs.length}`);
});

test('no valid request waits for an index that is not there, or asks for hits without ids', () => {
  const texts = validRequests().map(({ path, body }) => `${path} ${JSON.stringify(body)}`);
  assert.deepEqual(
    texts.filter((text) => /health\/\$new|_none_/.test(text)),
    [],
  );
});
