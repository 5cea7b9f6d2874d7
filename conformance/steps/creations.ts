import { authorizationOf, createKey, createRole } from '../client/accounts.ts';
import { createIndex } from '../client/documents.ts';
import { only, type Options, defineChoice } from './wordings.ts';

defineChoice<[options: Options, body: string]>('the client creates {creatable}{options} with:', [
  [
    /the index "([^"]*)"/,
    (world, alias) => async (options, body) => {
      only(options);
      await createIndex(world, world.name(alias), body);
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
