import { present } from '../base/present.ts';
import { When } from '@cucumber/cucumber';
import { bounds } from '../base/bounds.ts';
import { KitFault } from '../base/errors.ts';
import { authorizationOf } from '../client/accounts.ts';
import { writeDocument } from '../client/documents.ts';
import type { World } from '../client/world.ts';
import { optionally, defineWordings, only, type Options } from './wordings.ts';

When(
  'the client indexes the document {string} in {name}:',
  async function (this: World, id: string, index: string, source: string) {
    await writeDocument(this, { index, id, source });
  },
);

defineWordings<boolean>('sends', [
  [/sends/, () => false],
  [/wrongly sends/, () => true],
]);

When(
  'the client {sends} {word} {string}{options}( with:)',
  optionally<[boolean, string, string, Options, string?]>(4, async function (...parameters) {
    const [deliberate, method, path, options, body] = parameters;
    const { accept, user } = only(options, 'accept', 'user');
    const authorization = user === undefined ? undefined : authorizationOf(this, user);
    const headers = present({ accept, authorization });
    await this.send({ method, path, headers, body, deliberate });
  }),
);

defineWordings<string>('target', [
  [/"([^"]*)"/, (world, aliases) => `/${world.name(aliases)}/_search`],
  [/without a target/, () => '/_search'],
]);

When(
  'the client searches {target}{options}( with:)',
  optionally<[string, Options, string?]>(2, async function (path, options, body) {
    const { times = '1' } = only(options, 'times');
    if (Number(times) > bounds.repetitions)
      throw new KitFault(`${times} searches are more than the maximum of ${bounds.repetitions}`);
    for (let sent = 0; sent < Number(times); sent += 1) {
      await this.send({ method: 'GET', path, body });
    }
  }),
);

When(
  'the client searches {target} for the numbers from {int} to {int}',
  async function (this: World, path: string, first: number, last: number) {
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    await this.send({ method: 'GET', path, body: { query: { terms: { n: numbers } } } });
  },
);
