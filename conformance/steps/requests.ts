import { present } from '../base/present.ts';
import { bounds } from '../base/bounds.ts';
import { KitFault } from '../base/errors.ts';
import { authorizationOf, createKey, createRole } from '../client/accounts.ts';
import { createIndex, writeDocument } from '../client/documents.ts';
import type { SentBody } from '../client/slow-query.ts';
import { defineChoiceWith, definePhrase, defineWordings, only, type Options } from './wordings.ts';
import { parseJson } from '../base/body.ts';
import type { World } from '../client/world.ts';
import { documentFormats, mediaTypes } from '../decode/formats.ts';
import { encodeDocument, encodeOpenCbor } from '../driver/encode.ts';

definePhrase<[string, string, string]>(
  'the client indexes the document {string} in {name}:',
  (world, [id, index, source]) => writeDocument(world, { index, id, source }),
);

defineWordings<boolean>('sends', [
  [/sends/, () => false],
  [/wrongly sends/, () => true],
]);

definePhrase<[boolean, string, string, Options, string?]>(
  'the client {sends} {word} {string}{options}( with:)',
  (world, [deliberate, method, path, options, body]) => {
    const { accept, user } = only(options, 'accept', 'user');
    const authorization = user === undefined ? undefined : authorizationOf(world, user);
    const headers = present({ accept, authorization });
    return world.send({ method, path, headers, body, deliberate });
  },
);

defineWordings<string>('target', [
  [/"([^"]*)"/, (world, aliases) => `/${world.name(aliases)}/_search`],
  [/without a target/, () => '/_search'],
]);

definePhrase<[string, Options, string?]>(
  'the client searches {target}{options}( with:)',
  async (world, [path, options, body]) => {
    const { times = '1' } = only(options, 'times');
    if (Number(times) > bounds.repetitions)
      throw new KitFault(`${times} searches are more than the maximum of ${bounds.repetitions}`);
    for (let sent = 0; sent < Number(times); sent += 1) {
      await world.send({ method: 'GET', path, body });
    }
  },
);

definePhrase<[string, number, number]>(
  'the client searches {target} for the numbers from {int} to {int}',
  (world, [path, first, last]) => {
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    return world.send({ method: 'GET', path, body: { query: { terms: { n: numbers } } } });
  },
);

defineChoiceWith<[options: Options, body: string]>(
  'the client creates {creatable}{options} with:',
  [
    [
      /the index "([^"]*)"/,
      (world, [options, body], alias) => {
        only(options);
        return createIndex(world, world.name(alias), body);
      },
    ],
    [
      /the role "([^"]*)"/,
      (world, [options, body], alias) => {
        only(options);
        return createRole(world, world.name(alias), body);
      },
    ],
    [
      /an API key/,
      (world, [options, body]) => {
        const { user } = only(options, 'user');
        const headers = user === undefined ? {} : { authorization: authorizationOf(world, user) };
        return createKey(world, body, headers);
      },
    ],
  ],
);

/** Encodes a body for the option `sent as`; returns it unchanged if the option is absent. */
export function sent(world: World, name: string | undefined, given: object | string): SentBody {
  if (name === undefined) return { body: given };
  const isOpen = name === 'open_cbor';
  const format = isOpen ? 'cbor' : documentFormats.find((one) => one === name);
  if (format === undefined) throw new KitFault(`a request cannot be encoded as ${name}`);
  const value = typeof given === 'string' ? parseJson(world.expand(given, 'json')) : given;
  const body = Buffer.from(isOpen ? encodeOpenCbor(value) : encodeDocument(format, value));
  return { body, contentType: mediaTypes[format] };
}
