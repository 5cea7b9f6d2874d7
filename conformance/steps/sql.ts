import { When } from '@cucumber/cucumber';
import type { World } from '../client/world.ts';

/** The specification shows only one format of an answer: the text table. */
const path = '/_sql?format=txt';

When('the client runs the statement:', async function (this: World, statement: string) {
  await this.send({ method: 'POST', path, body: { query: this.expand(statement) } });
});

When('the client runs SQL with:', async function (this: World, body: string) {
  await this.send({ method: 'POST', path, body });
});
