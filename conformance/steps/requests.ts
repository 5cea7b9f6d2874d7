import { When } from '@cucumber/cucumber';
import { removeDocument, rememberWindow, writeDocument } from './documents.ts';
import type { World } from './world.ts';

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
