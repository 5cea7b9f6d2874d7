import { isDeepStrictEqual } from 'node:util';
import type { DataTable } from '@cucumber/cucumber';
import { at, Mismatch } from '../base/errors.ts';
import { jsonOf, textOf, valueAt } from '../base/body.ts';
import { expectSuccess, isRefusal } from '../client/expectations.ts';
import { sendQuery } from '../client/slow-query.ts';
import type { World } from '../client/world.ts';
import { only, type Options, definePhrase, defineWordings } from './wordings.ts';
import { sent } from './requests.ts';

/** Returns the body of the request for the doc string of a step. */
type BodyOf = (text: string) => object | string;

defineWordings<BodyOf>('queryBody', [
  [/:/, (world) => (text) => ({ query: world.expand(text) })],
  [/ with:/, () => (text) => text],
]);

definePhrase<[Options, BodyOf, string]>(
  'the client queries{options}{queryBody}',
  (world, [options, bodyOf, text]) => query(world, bodyOf(text), options),
);

/** The specification describes only one format of the response: the text table. */
definePhrase<[BodyOf, string]>('the client runs SQL{queryBody}', (world, [bodyOf, text]) =>
  world.send({ method: 'POST', path: '/_sql?format=txt', body: bodyOf(text) }),
);

definePhrase<[Options, DataTable]>(
  'no two of these queries have the same text{options}:',
  async (world, [options, table]) => {
    const queries = table.raw().map((row) => at(row, 0));
    const seen = new Map<string, string>();
    for (const one of queries) {
      await query(world, { query: world.expand(one) }, options);
      // The first result is plain; the format may have no way to write another.
      if (seen.size > 0 && isRefusal(world.last)) continue;
      expectSuccess(world.last);
      const text = textOf(world.last.response);
      const other = seen.get(text);
      // How a list is shown is open: what is the same in JSON may be the same here.
      if (other !== undefined && (await differ(world, one, other))) {
        const expected = `another text than for ${other}`;
        throw new Mismatch(expected, text, 'two results have the same text');
      }
      seen.set(text, one);
    }
  },
);

/** True if two queries have different values in JSON. */
async function differ(world: World, ...texts: readonly string[]): Promise<boolean> {
  const values: unknown[] = [];
  for (const text of texts) {
    await sendQuery(world, '/_query', { body: { query: world.expand(text) } });
    values.push(valueAt(jsonOf(world.last), 'values'));
  }
  return !isDeepStrictEqual(values[0], values[1]);
}

async function query(world: World, given: object | string, options: Options): Promise<void> {
  const { sentAs, ...others } = only(options, 'sentAs', 'format', 'delimiter', 'accept');
  await sendQuery(world, '/_query', { ...others, ...sent(world, sentAs, given) });
}
