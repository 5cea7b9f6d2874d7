import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { pageOf } from '../../client/cursors.ts';
import { writeAll } from '../../client/documents.ts';
import { isSuccess } from '../../client/expectations.ts';
import { valueAt } from '../../client/json-path.ts';
import type { World } from '../../client/world.ts';
import { anyWord, documentWith, fieldMapping, type Fields } from '../arbitraries/document.ts';
import { property } from '../property.ts';
import { maxHits } from '../searching.ts';
import { createIndex, prepared } from '../set-up.ts';

/** One bulk request: documents by their ids. */
type Batch = readonly Fields[];

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
      batches: fc.array(
        fc.uniqueArray(documentWith(anyWord), {
          selector: ({ u }) => u % ids,
          minLength: 1,
          maxLength: 6,
        }),
        { minLength: 1, maxLength: 3 },
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
    for (const batch of batches) {
      await writeAll(
        world,
        batch.map((source) => ({ index: single, id: idOf(source), source })),
      );
      if (!(await isWritten(world, { bulk, batch, isInPath }))) return;
    }
    const last = new Map(batches.flat().map((source) => [idOf(source), source]));
    const expected = [...last].toSorted(byId);
    expectContents(expected, await contentsOf(world, single), 'single requests');
    await world.eventually('what the bulk requests wrote is as visible as the rest', async () =>
      expectContents(expected, await contentsOf(world, bulk), 'bulk requests'),
    );
  },
});

const ids = 8;

function idOf({ u }: Fields): string {
  return `${u % ids}`;
}

/** Sends a bulk request; false if the server refuses it or a part of it, which the specification leaves open. */
async function isWritten(
  world: World,
  {
    bulk,
    batch,
    isInPath,
  }: { readonly bulk: string; readonly batch: Batch; readonly isInPath: boolean },
): Promise<boolean> {
  const index = isInPath ? {} : { _index: bulk };
  const lines = batch.flatMap((source) => [{ index: { ...index, _id: idOf(source) } }, source]);
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
