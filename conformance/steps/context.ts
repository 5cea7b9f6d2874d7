import { Given, type DataTable } from '@cucumber/cucumber';
import { defined } from '../base/assert.ts';
import { bounds } from '../base/bounds.ts';
import { KitFault } from '../base/errors.ts';
import { setClusterSetting } from '../client/cluster-setting.ts';
import { expectedCell } from '../client/cells.ts';
import {
  awaitVisible,
  createIndex,
  type NewDocument,
  writeAll,
  writeRoutedDocument,
} from '../client/documents.ts';
import { expectSuccess } from '../client/expectations.ts';
import { creationFor } from '../client/index-creation.ts';
import { awaitVisibleBehind } from '../client/rollovers.ts';
import type { World } from '../client/world.ts';
import { optionally, entriesOf } from './wordings.ts';

const day_ms = 86_400_000;
const firstDay_ms = Date.UTC(2024, 0, 1);

Given('the unused name(s) {string}', function (this: World, aliases: string) {
  for (const alias of entriesOf(aliases)) this.name(alias);
});

Given(
  'an index {name}( with:)',
  optionally<[string, string?]>(1, async function (index, body = '{}') {
    expectSuccess(await createIndex(this, index, creationFor(this, body)));
  }),
);

Given('these documents in {name}:', async function (this: World, index: string, table: DataTable) {
  const documents = table.hashes().map((row) => documentIn(this, index, row));
  const isRouted = documents.some(({ routing }) => routing !== undefined);
  if (!isRouted) return writeAll(this, documents);
  for (const { routing, ...document } of documents) {
    await writeRoutedDocument(this, document, defined(routing, 'routing key'));
  }
  await awaitVisible(this, index);
});

Given(
  'these documents in {name}, one after the other:',
  async function (this: World, index: string, table: DataTable) {
    for (const row of table.hashes()) await writeAll(this, [documentIn(this, index, row)]);
  },
);

Given(
  'the document {string} in {name}:',
  async function (this: World, id: string, index: string, source: string) {
    await writeAll(this, [{ index, id, source }]);
  },
);

Given(
  '{int} numbered document(s) in {name}',
  async function (this: World, count: number, index: string) {
    if (count > bounds.documents)
      throw new KitFault(`${count} documents are more than the maximum of ${bounds.documents}`);
    const documents = Array.from({ length: count }, (_, at) => numbered(index, at + 1));
    await writeAll(this, documents);
  },
);

Given('the documents of {name} are visible', async function (this: World, index: string) {
  await awaitVisibleBehind(this, index);
});

Given(
  'the cluster setting {string} is {string}',
  async function (this: World, setting: string, value: string) {
    await setClusterSetting(this, setting, expectedCell(value));
  },
);

/** Converts a table row to a document. Its source contains all cells except `_id`, `_routing` and empty ones. */
function documentIn(world: World, index: string, row: Readonly<Record<string, string>>) {
  const { _id: id, _routing: routing, ...cells } = row;
  if (id === undefined) throw new KitFault('a table of documents must have the column _id');
  const members = Object.entries(cells)
    .filter(([, cell]) => cell !== '')
    .map(([name, cell]) => [name, expectedCell(world.expand(cell, 'json'))]);
  const source = Object.fromEntries(members) as object;
  return { index, id, source, routing };
}

function numbered(index: string, n: number): NewDocument {
  const day = new Date(firstDay_ms + n * day_ms).toISOString().slice(0, 10);
  return { index, id: `${n}`, source: { n, word: n % 2 === 0 ? 'even' : 'odd', day } };
}
