import { type DataTable, Given, When } from '@cucumber/cucumber';
import { expectedCell } from '../client/cells.ts';
import { awaitVisible, writeRoutedDocument } from '../client/documents.ts';
import type { World } from '../client/world.ts';

/** The text table is the one form of an answer that the interface shows. */
const path = '/_sql?format=txt';

Given(
  'these documents in {name}, each with its routing key:',
  async function (this: World, index: string, table: DataTable) {
    for (const { _id: id = '', _routing: routing = '', ...cells } of table.hashes()) {
      const members = Object.entries(cells).map(([name, cell]) => [name, expectedCell(cell)]);
      const source = Object.fromEntries(members) as object;
      await writeRoutedDocument(this, { index, id, source }, routing);
    }
    await awaitVisible(this, index);
  },
);

When('the client runs the statement:', async function (this: World, statement: string) {
  await this.send({ method: 'POST', path, body: { query: this.expand(statement) } });
});

When('the client runs SQL with:', async function (this: World, body: string) {
  await this.send({ method: 'POST', path, body });
});
