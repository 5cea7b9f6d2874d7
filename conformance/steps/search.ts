import { When } from '@cucumber/cucumber';
import type { World } from './world.ts';

When('the client searches {name}', async function (this: World, target: string) {
  await this.send({ method: 'GET', path: `/${target}/_search` });
});

When(
  'the client searches {name} with:',
  async function (this: World, target: string, body: string) {
    await this.send({ method: 'GET', path: `/${target}/_search`, body });
  },
);

When('the client searches without a target with:', async function (this: World, body: string) {
  await this.send({ method: 'GET', path: '/_search', body });
});

When(
  'the client wrongly searches {name} with:',
  async function (this: World, target: string, body: string) {
    await this.send({ method: 'GET', path: `/${target}/_search`, body, deliberate: true });
  },
);
