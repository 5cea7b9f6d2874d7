import { When } from '@cucumber/cucumber';
import { authorizationOf, createKey, createRole } from '../client/accounts.ts';
import { rememberWindow } from '../client/documents.ts';
import type { World } from '../client/world.ts';
import { only, type Options } from './options.ts';
import { defineWordings } from './wordings.ts';

/** Sends a request that creates the subject of a phrase; the server may refuse it. */
type Creation = (body: string, options: Options) => Promise<void>;

defineWordings<Creation>('creatable', [
  [
    /the index "([^"]*)"/,
    (world, alias) => (body, options) => {
      only(options);
      return createIndex(world, world.name(alias), body);
    },
  ],
  [
    /the role "([^"]*)"/,
    (world, alias) => async (body, options) => {
      only(options);
      await createRole(world, world.name(alias), body);
    },
  ],
  [
    /an API key/,
    (world) => async (body, options) => {
      const { user } = only(options, 'user');
      const headers = user === undefined ? {} : { authorization: authorizationOf(world, user) };
      await createKey(world, body, headers);
    },
  ],
]);

When(
  'the client creates {creatable}{options} with:',
  async function (this: World, create: Creation, options: Options, body: string) {
    await create(body, options);
  },
);

async function createIndex(world: World, index: string, body: string): Promise<void> {
  const exchange = await world.send({ method: 'PUT', path: `/${index}`, body });
  rememberWindow(world, index, JSON.parse(String(exchange.request.body)));
}
