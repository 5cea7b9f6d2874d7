import type { DataTable } from '@cucumber/cucumber';
import { defined, KitFault } from '../base/errors.ts';
import { bounds } from '../base/bounds.ts';
import { expectedCell } from '../client/cells.ts';
import {
  awaitVisible,
  createIndex,
  type NewDocument,
  writeAll,
  writeRoutedDocument,
  creationFor,
} from '../client/documents.ts';
import { expectSuccess } from '../client/expectations.ts';
import { awaitVisibleBehind } from '../client/rollovers.ts';
import type { World } from '../client/world.ts';
import { definePhrase, entriesOf } from './wordings.ts';

const day_ms = 86_400_000;
const firstDay_ms = Date.UTC(2024, 0, 1);

definePhrase<[string]>('the unused name(s) {string}', (world, [aliases]) => {
  for (const alias of entriesOf(aliases)) world.name(alias);
});

definePhrase<[string, string?]>('an index {name}( with:)', async (world, [index, body = '{}']) => {
  expectSuccess(await createIndex(world, index, creationFor(world, body)));
});

definePhrase<[string, DataTable]>('these documents in {name}:', async (world, [index, table]) => {
  const documents = table.hashes().map((row) => documentIn(world, index, row));
  const isRouted = documents.some(({ routing }) => routing !== undefined);
  if (!isRouted) return writeAll(world, documents);
  for (const { routing, ...document } of documents) {
    await writeRoutedDocument(world, document, defined(routing, 'routing key'));
  }
  return awaitVisible(world, index);
});

definePhrase<[string, DataTable]>(
  'these documents in {name}, one after the other:',
  async (world, [index, table]) => {
    for (const row of table.hashes()) await writeAll(world, [documentIn(world, index, row)]);
  },
);

definePhrase<[string, string, string]>(
  'the document {string} in {name}:',
  (world, [id, index, source]) => writeAll(world, [{ index, id, source }]),
);

definePhrase<[number, string]>('{int} numbered document(s) in {name}', (world, [count, index]) => {
  if (count > bounds.documents)
    throw new KitFault(`${count} documents are more than the maximum of ${bounds.documents}`);
  const documents = Array.from({ length: count }, (_, at) => numbered(index, at + 1));
  return writeAll(world, documents);
});

definePhrase<[string]>('the documents of {name} are visible', (world, [index]) =>
  awaitVisibleBehind(world, index),
);

definePhrase<[string, string]>(
  'the cluster setting {string} is {string}',
  (world, [setting, value]) => world.setCluster(setting, expectedCell(value)),
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
  const day = new Date(firstDay_ms + n * day_ms).toISOString();
  return { index, id: `${n}`, source: { n, word: n % 2 === 0 ? 'even' : 'odd', day } };
}
