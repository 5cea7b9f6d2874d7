import { Given } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { parseJson } from '../base/body.ts';
import { KitFault } from '../base/errors.ts';
import { awaitVisible, rememberWindow, writeAll, type NewDocument } from '../client/documents.ts';
import { expectSuccess } from '../client/expectations.ts';
import type { World } from '../client/world.ts';

const maxNumberedDocuments = 20_000;
const day_ms = 86_400_000;
const firstDay_ms = Date.UTC(2024, 0, 1);

Given('the unused name(s) {string}', function (this: World, aliases: string) {
  for (const alias of aliases.split(',')) this.name(alias.trim());
});

Given('an index {name}', async function (this: World, index: string) {
  await createIndex(this, index, '{}');
});

Given('an index {name} with:', async function (this: World, index: string, body: string) {
  await createIndex(this, index, body);
});

Given('these documents in {name}:', async function (this: World, index: string, table: DataTable) {
  const [head = [], ...rows] = table.raw();
  const at = head.indexOf('_id');
  if (at < 0) throw new KitFault('a table of documents needs the column _id');
  const documents = rows.map((row) => {
    const members = head
      .map((name, column) => [name, row[column] ?? ''] as const)
      .filter(([name, cell]) => name !== '_id' && cell !== '')
      .map(([name, cell]) => [name, cellValue(this.expand(cell, 'json'))]);
    return { index, id: row[at] ?? '', source: Object.fromEntries(members) as object };
  });
  await writeAll(this, documents);
});

Given(
  'the document {string} in {name}:',
  async function (this: World, id: string, index: string, source: string) {
    await writeAll(this, [{ index, id, source }]);
  },
);

Given(
  '{int} numbered document(s) in {name}',
  async function (this: World, count: number, index: string) {
    if (count > maxNumberedDocuments) throw new KitFault(`${count} documents are too many`);
    const documents = Array.from({ length: count }, (_, at) => numbered(index, at + 1));
    await writeAll(this, documents);
  },
);

Given('the documents of {name} are visible', async function (this: World, index: string) {
  await awaitVisible(this, index);
});

Given(
  'the cluster setting {string} is {string}',
  async function (this: World, setting: string, value: string) {
    this.onCleanup(this.hookRequest('cluster_setting', { name: setting, value: null }), setting);
    await this.hook('cluster_setting', { name: setting, value: cellValue(value) });
  },
);

async function createIndex(world: World, index: string, body: string): Promise<void> {
  const exchange = await world.send({ method: 'PUT', path: `/${index}`, body });
  expectSuccess(exchange);
  rememberWindow(world, index, JSON.parse(String(exchange.request.body)));
}

/** The cell of a table: JSON where it parses as such, the text itself otherwise. */
function cellValue(cell: string): unknown {
  try {
    return parseJson(cell);
  } catch {
    return cell;
  }
}

function numbered(index: string, n: number): NewDocument {
  const day = new Date(firstDay_ms + n * day_ms).toISOString().slice(0, 10);
  return { index, id: `${n}`, source: { n, word: n % 2 === 0 ? 'even' : 'odd', day } };
}
