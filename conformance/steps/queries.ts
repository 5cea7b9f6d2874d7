import { When } from '@cucumber/cucumber';
import { documentFormats, mediaTypes } from '../decode/formats.ts';
import { parseJson } from '../base/body.ts';
import { encodeDocument } from '../driver/encode.ts';
import { KitFault } from '../base/errors.ts';
import type { World } from '../client/world.ts';

/** What a query says beside its body. */
interface Asked {
  readonly format?: string;
  readonly delimiter?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

When('the client queries:', async function (this: World, text: string) {
  await query(this, bodyFor(this, text), {});
});

When('the client queries with:', async function (this: World, body: string) {
  await query(this, body, {});
});

When('the client queries in {word}:', async function (this: World, format: string, text: string) {
  await query(this, bodyFor(this, text), { format });
});

When(
  'the client queries in {word} with:',
  async function (this: World, format: string, body: string) {
    await query(this, body, { format });
  },
);

When(
  'the client queries accepting {string}:',
  async function (this: World, accept: string, text: string) {
    await query(this, bodyFor(this, text), { headers: { accept } });
  },
);

When(
  'the client queries in {word}, accepting {string}:',
  async function (this: World, format: string, accept: string, text: string) {
    await query(this, bodyFor(this, text), { format, headers: { accept } });
  },
);

When(
  'the client queries accepting {string}, with {string} as delimiter:',
  async function (this: World, accept: string, delimiter: string, text: string) {
    await query(this, bodyFor(this, text), { delimiter, headers: { accept } });
  },
);

When(
  'the client sends the query body as {word} with:',
  async function (this: World, format: string, body: string) {
    await query(this, encoded(this, format, body), { headers: typeOf(format) });
  },
);

When(
  'the client sends the query body as {word}, asking for {word}, with:',
  async function (this: World, sent: string, format: string, body: string) {
    await query(this, encoded(this, sent, body), { format, headers: typeOf(sent) });
  },
);

async function query(world: World, body: unknown, asked: Asked): Promise<void> {
  const { format, delimiter, headers = {} } = asked;
  const given = Object.entries({ format, delimiter }).filter(([, value]) => value !== undefined);
  const parameters = given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`);
  const path = ['/_query', parameters.join('&')].filter((part) => part !== '').join('?');
  await world.send({ method: 'POST', path, headers, body });
}

function bodyFor(world: World, text: string): object {
  return { query: world.expand(text) };
}

function encoded(world: World, name: string, body: string): string | Uint8Array {
  const bytes = encodeDocument(documentFormat(name), parseJson(world.expand(body, 'json')));
  return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

function typeOf(name: string): Readonly<Record<string, string>> {
  return { 'content-type': mediaTypes[documentFormat(name)] };
}

function documentFormat(name: string): (typeof documentFormats)[number] {
  const format = documentFormats.find((one) => one === name);
  if (format === undefined) throw new KitFault(`no request can be written in ${name}`);
  return format;
}
