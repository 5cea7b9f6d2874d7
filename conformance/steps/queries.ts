import { type DataTable, Then, When } from '@cucumber/cucumber';
import { at } from '../base/assert.ts';
import { present } from '../base/present.ts';
import { textOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { expectSuccess, isRefusal } from '../client/expectations.ts';
import { sendQuery } from '../client/slow-query.ts';
import type { World } from '../client/world.ts';
import { only, type Options, defineWordings } from './wordings.ts';
import { sent } from './sent.ts';

/** Returns the body of the request for the doc string of a step. */
type BodyOf = (text: string) => object | string;

defineWordings<BodyOf>('queryBody', [
  [/:/, (world) => (text) => ({ query: world.expand(text) })],
  [/ with:/, () => (text) => text],
]);

When(
  'the client queries{options}{queryBody}',
  async function (this: World, options: Options, bodyOf: BodyOf, text: string) {
    await query(this, bodyOf(text), options);
  },
);

/** The specification describes only one format of the response: the text table. */
When('the client runs SQL{queryBody}', async function (this: World, bodyOf: BodyOf, text: string) {
  await this.send({ method: 'POST', path: '/_sql?format=txt', body: bodyOf(text) });
});

Then(
  'no two of these queries have the same text{options}:',
  async function (this: World, options: Options, table: DataTable) {
    const queries = table.raw().map((row) => at(row, 0));
    const seen = new Map<string, string>();
    for (const one of queries) {
      await query(this, { query: this.expand(one) }, options);
      // The first result is plain; the format may have no way to write another.
      if (seen.size > 0 && isRefusal(this.last)) continue;
      expectSuccess(this.last);
      const text = textOf(this.last.response);
      const other = seen.get(text);
      if (other !== undefined) {
        throw new Mismatch(
          `another text than for ${other}`,
          text,
          'two results have the same text',
        );
      }
      seen.set(text, one);
    }
  },
);

async function query(world: World, given: object | string, options: Options): Promise<void> {
  const { format, delimiter, accept, sentAs } = only(
    options,
    'format',
    'delimiter',
    'accept',
    'sentAs',
  );
  const request = { ...sent(world, sentAs, given), ...present({ format, delimiter, accept }) };
  await sendQuery(world, '/_query', request);
}
