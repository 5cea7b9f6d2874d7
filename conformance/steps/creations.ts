import { authorizationOf, createKey, createRole } from '../client/accounts.ts';
import { rememberWindow } from '../client/documents.ts';
import type { World } from '../client/world.ts';
import { only, type Options, defineChoice } from './wordings.ts';

defineChoice<[options: Options, body: string]>('the client creates {creatable}{options} with:', [
  [
    /the index "([^"]*)"/,
    (world, alias) => (options, body) => {
      only(options);
      return createIndex(world, world.name(alias), body);
    },
  ],
  [
    /the role "([^"]*)"/,
    (world, alias) => async (options, body) => {
      only(options);
      await createRole(world, world.name(alias), body);
    },
  ],
  [
    /an API key/,
    (world) => async (options, body) => {
      const { user } = only(options, 'user');
      const headers = user === undefined ? {} : { authorization: authorizationOf(world, user) };
      await createKey(world, body, headers);
    },
  ],
]);

async function createIndex(world: World, index: string, body: string): Promise<void> {
  const exchange = await world.send({ method: 'PUT', path: `/${index}`, body });
  rememberWindow(world, index, JSON.parse(String(exchange.request.body)));
}
