import { When } from '@cucumber/cucumber';
import { KitFault } from '../base/errors.ts';
import { removeDocument, rememberWindow, writeDocument } from '../client/documents.ts';
import type { World } from '../client/world.ts';

const maxRepetitions = 1000;

When(
  'the client creates the index {name} with:',
  async function (this: World, index: string, body: string) {
    const exchange = await this.send({ method: 'PUT', path: `/${index}`, body });
    rememberWindow(this, index, JSON.parse(String(exchange.request.body)));
  },
);

When(
  'the client indexes the document {string} in {name}:',
  async function (this: World, id: string, index: string, source: string) {
    await writeDocument(this, { index, id, source });
  },
);

When(
  'the client deletes the document {string} in {name}',
  async function (this: World, id: string, index: string) {
    await removeDocument(this, index, id);
  },
);

When(
  'the client sends {word} {string}',
  async function (this: World, method: string, path: string) {
    await this.send({ method, path });
  },
);

When(
  'the client sends {word} {string} with:',
  async function (this: World, method: string, path: string, body: string) {
    await this.send({ method, path, body });
  },
);

When(
  'the client wrongly sends {word} {string}',
  async function (this: World, method: string, path: string) {
    await this.send({ method, path, deliberate: true });
  },
);

When(
  'the client wrongly sends {word} {string} with:',
  async function (this: World, method: string, path: string, body: string) {
    await this.send({ method, path, body, deliberate: true });
  },
);

When(
  'the client wrongly sends {word} {string} accepting {string}',
  async function (this: World, method: string, path: string, accept: string) {
    await this.send({ method, path, headers: { accept }, deliberate: true });
  },
);

When(
  'the client searches {name} {int} times in a row',
  async function (this: World, target: string, times: number) {
    if (times > maxRepetitions) throw new KitFault(`${times} searches are too many`);
    for (let sent = 0; sent < times; sent += 1) {
      await this.send({ method: 'GET', path: `/${target}/_search` });
    }
  },
);
