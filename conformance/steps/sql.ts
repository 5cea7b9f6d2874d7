import { When } from '@cucumber/cucumber';
import type { World } from '../client/world.ts';

/** The specification describes only one response format: the text table. */
const path = '/_sql?format=txt';

When('the client runs the statement:', async function (this: World, statement: string) {
  await this.send({ method: 'POST', path, body: { query: this.expand(statement) } });
});

When('the client runs SQL with:', async function (this: World, body: string) {
  await this.send({ method: 'POST', path, body });
});
