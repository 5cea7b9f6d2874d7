import { jsonOf } from '../../base/body.ts';
import { NotClaimed } from '../../base/errors.ts';
import { isSuccess } from '../../client/expectations.ts';
import { valueAt } from '../../client/json-path.ts';
import type { StepRequest } from '../../client/step-request.ts';
import type { World } from '../../client/world.ts';
import { isJsonMedia } from '../../base/body.ts';
import { createIndex, prepared } from '../set-up.ts';

/** A request whose answer gives out a name, and the member with it. */
interface Source extends StepRequest {
  readonly member: string;
}

const slow = { query: 'ROW a = 1', wait_for_completion_timeout: '30s', keep_alive: '1m' };

const sources: Readonly<Record<string, Source>> = {
  scroll: {
    method: 'GET',
    path: '/$books/_search?scroll=1m',
    body: { size: 1 },
    member: '_scroll_id',
  },
  pit: { method: 'POST', path: '/$books/_pit?keep_alive=1m', member: 'id' },
  async: { method: 'POST', path: '/_query/async', body: slow, member: 'id' },
  cursor: {
    method: 'POST',
    path: '/_sql?format=json',
    body: { query: 'SELECT 1', fetch_size: 1 },
    member: 'cursor',
  },
};

/** Names that no server gave out. */
const nothing = 'none';

/**
 * Creates what valid requests name: the index `$books` with its alias `$rolled` and a document, and `$scroll`, `$pit`,
 * `$async` and `$cursor` as far as the requests name them and the server has them. Throws Incomplete if it refuses the
 * index.
 */
export async function prepareNames(world: World, requests: readonly StepRequest[]): Promise<void> {
  const index = world.name('books-000001');
  world.save('books', index);
  world.name('new');
  world.name('stream');
  const alias = world.name('rolled');
  const properties = { n: { type: 'integer' }, k: { type: 'keyword' }, d: { type: 'date' } };
  await prepared(
    () => createIndex(world, index, { mappings: { properties }, shards: 1, alias }),
    'the index',
  );
  await world.send({ method: 'PUT', path: `/${index}/_doc/1`, body: { n: 1, k: 'a' } });
  for (const [name, source] of Object.entries(sources)) {
    const isNamed = requests.some(({ path, body }) =>
      `${path} ${String(body)}`.includes(`$${name}`),
    );
    world.save(name, isNamed ? await nameFrom(world, source) : nothing);
  }
}

async function nameFrom(world: World, { member, ...request }: Source): Promise<unknown> {
  try {
    const exchange = await world.send(request);
    const { status, headers } = exchange.response;
    if (!isSuccess(status) || !isJsonMedia(headers['content-type'])) return nothing;
    return valueAt(jsonOf(exchange), member) ?? nothing;
  } catch (error) {
    if (error instanceof NotClaimed) return nothing;
    throw error;
  }
}
