import { When } from '@cucumber/cucumber';
import { documentFormats, mediaTypes } from '../decode/formats.ts';
import { parseJson } from '../base/body.ts';
import { encodeDocument } from '../driver/encode.ts';
import { KitFault } from '../base/errors.ts';
import type { World } from '../client/world.ts';
import { only, type Options } from './options.ts';

When('the client queries{options}:', async function (this: World, options: Options, text: string) {
  await query(this, { query: this.expand(text) }, options);
});

When(
  'the client queries{options} with:',
  async function (this: World, options: Options, body: string) {
    const { sentAs } = options;
    await query(this, sentAs === undefined ? body : encoded(this, sentAs, body), options);
  },
);

async function query(world: World, body: unknown, options: Options): Promise<void> {
  const { format, delimiter, accept, sentAs } = only(
    options,
    'format',
    'delimiter',
    'accept',
    'sentAs',
  );
  const search = new URLSearchParams(present({ format, delimiter })).toString();
  const contentType = sentAs === undefined ? undefined : mediaTypes[documentFormat(sentAs)];
  const headers = present({ accept, 'content-type': contentType });
  const path = search === '' ? '/_query' : `/_query?${search}`;
  await world.send({ method: 'POST', path, headers, body });
}

/** The members that are not undefined. */
function present(members: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

function encoded(world: World, name: string, body: string): string | Uint8Array {
  const bytes = encodeDocument(documentFormat(name), parseJson(world.expand(body, 'json')));
  return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

function documentFormat(name: string): (typeof documentFormats)[number] {
  const format = documentFormats.find((candidate) => candidate === name);
  if (format === undefined) throw new KitFault(`a request cannot be encoded as ${name}`);
  return format;
}
