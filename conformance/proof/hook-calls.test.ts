import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRequest } from '../base/exchange.ts';
import { World } from '../client/world.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import type { Interceptor } from '../run/mutation.ts';
import { openSessionWith } from '../testing/fake-session.ts';
import { beforeHook } from './calls.ts';
import { answer } from './interceptors.ts';

/** The requests that a call of the hook `delete_index` sends, and a search. */
async function sent(): Promise<readonly WireRequest[]> {
  const requests: WireRequest[] = [];
  openSessionWith((request) => {
    requests.push(request);
    return { status: 200, body: {} };
  });
  const world = new World();
  await world.hook('delete_index', { index: 'books' });
  await world.send({ method: 'GET', path: '/books/_search' });
  return requests;
}

/** What a server behind an interceptor gets. */
async function forwarded(intercept: Interceptor): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const request of await sent()) {
    await intercept(request, ({ path }) => {
      paths.push(path);
      return Promise.resolve(answer(200, {}));
    });
  }
  return paths;
}

function started(start: ReturnType<typeof beforeHook>): Interceptor {
  const interceptor = start(defaultProfile);
  assert.ok(typeof interceptor === 'function');
  return interceptor;
}

test('something is done before the calls of a hook only', async () => {
  const twice = started(beforeHook('delete_index', (forward, request) => forward(request)));
  const paths = ['/books', '/books', '/books/_search'];
  assert.deepEqual(await forwarded(twice), paths);
});
