import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { jsonOf, valueAt } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { pageOf } from '../../client/walking.ts';
import { awaitVisible, removeDocument, writeAll } from '../../client/documents.ts';
import { isSuccess } from '../../client/expectations.ts';
import type { World } from '../../client/world.ts';
import { anyWord, fieldMapping, smallInteger } from '../arbitraries/document.ts';
import { property } from '../property.ts';
import { maxHits } from '../querying.ts';
import { createIndex, prepared } from '../set-up.ts';

type Source = Readonly<Record<string, unknown>>;

/** What a bulk request does with one document. */
interface Write {
  readonly id: number;
  /** What the document is from then on; absent for a deletion of the document, if there is one. */
  readonly source?: Source | undefined;
}

/** Any fields, or none. */
const anySource: fc.Arbitrary<Source> = fc.record(
  { n: smallInteger, word: anyWord, many: fc.array(smallInteger, { maxLength: 3 }) },
  { requiredKeys: [], noNullPrototype: true },
);

/** One bulk request: each id once. */
type Batch = readonly Write[];

/** What bulk requests store is what single requests store. */
export const writesAgree = property({
  id: 'writes-agree',
  describe:
    'Each document is as it was last written, whether by a request of its own or by one for many.',
  clauses: [
    'index.put-document',
    'index.put-document-again-replaces',
    'index.put-document-again-single',
  ],
  arbitrary: (support) =>
    fc.record({
      shards: support.shards ? fc.integer({ min: 1, max: 3 }) : fc.constant(1),
      // Without a bias towards small values: a single batch has nothing to delete.
      batches: fc.noBias(
        fc.array(
          fc.uniqueArray(
            fc.record(
              {
                id: fc.nat({ max: 7 }),
                source: support.deletes
                  ? fc.option(anySource, { freq: 3, nil: undefined })
                  : anySource,
              },
              { noNullPrototype: true },
            ),
            { selector: ({ id }) => id, minLength: 1, maxLength: 6 },
          ),
          { minLength: 1, maxLength: 3 },
        ),
      ),
      isInPath: fc.boolean(),
    }),
  async holds(world, { shards, batches, isInPath }) {
    const [single, bulk] = [world.name('single'), world.name('bulk')];
    await prepared(async () => {
      for (const name of [single, bulk]) {
        await createIndex(world, name, { mappings: fieldMapping, shards });
      }
    });
    const last = new Map<number, Source>();
    for (const batch of batches) {
      // Whether a deletion of what is not there is an error is left open.
      const writes = batch.filter(({ id, source }) => source !== undefined || last.has(id));
      await writeEach(world, single, writes);
      if (!(await isWritten(world, { bulk, isInPath }, writes))) return;
      for (const { id, source } of writes) {
        if (source === undefined) last.delete(id);
        else last.set(id, source);
      }
    }
    const expected = [...last].map(([id, source]) => [`${id}`, source] as const).toSorted(byId);
    expectContents(expected, await contentsOf(world, single), 'single requests');
    const compare = async (): Promise<void> =>
      expectContents(expected, await contentsOf(world, bulk), 'bulk requests');
    // After a refresh, one look is enough.
    if (!world.has('refresh'))
      return world.eventually('what the bulk requests wrote is as visible', compare);
    await world.hook('refresh', { index: bulk });
    await compare();
  },
});

/** Makes the writes of a batch one by one. */
async function writeEach(world: World, index: string, batch: Batch): Promise<void> {
  for (const { id, source } of batch) {
    if (source === undefined) await removeDocument(world, index, `${id}`);
  }
  await prepared(() => awaitVisible(world, index));
  const written = batch.flatMap(({ id, source }) =>
    source === undefined ? [] : [{ index, id: `${id}`, source }],
  );
  await writeAll(world, written);
}

/** Sends a bulk request; false if the server refuses it or a part of it, which the specification leaves open. */
async function isWritten(
  world: World,
  target: { readonly bulk: string; readonly isInPath: boolean },
  batch: Batch,
): Promise<boolean> {
  const { bulk, isInPath } = target;
  if (batch.length === 0) return true;
  const index = isInPath ? {} : { _index: bulk };
  const lines = batch.flatMap(({ id, source }): readonly unknown[] => {
    const at = { ...index, _id: `${id}` };
    return source === undefined ? [{ delete: at }] : [{ index: at }, source];
  });
  const exchange = await world.send({
    method: 'POST',
    path: isInPath ? `/${bulk}/_bulk` : '/_bulk',
    headers: { 'content-type': 'application/x-ndjson' },
    body: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
  });
  return isSuccess(exchange.response.status) && valueAt(jsonOf(exchange), 'errors') === false;
}

type Contents = readonly (readonly [id: string, source: unknown])[];

function expectContents(expected: Contents, got: Contents, what: string): void {
  if (isDeepStrictEqual(expected, got)) return;
  throw new Mismatch(expected, got, `${what} stored other documents than they said`);
}

/** The documents that a search finds, with their ids, and in the order of these. */
async function contentsOf(world: World, index: string): Promise<Contents> {
  const request = { method: 'GET', path: `/${index}/_search`, body: { size: maxHits } };
  const hits = pageOf(await world.send(request));
  return hits
    .map((hit) => [String(valueAt(hit, '_id')), valueAt(hit, '_source')] as const)
    .toSorted(byId);
}

function byId([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return Number(one) - Number(other);
}
