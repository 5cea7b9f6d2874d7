import { isJsonMedia, jsonOf, valueAt } from '../../base/body.ts';
import { isSuccess } from '../../client/expectations.ts';
import type { StepRequest } from '../../client/step-request.ts';
import type { World } from '../../client/world.ts';
import { createIndex, ifClaimed, prepared } from '../set-up.ts';

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

const apm = { application: 'apm', privileges: ['event:write'], resources: ['*'] };
const streams = (pattern: string): object => ({
  index_patterns: [pattern],
  data_stream: {},
  priority: 500,
});

/** Things with a name of the run, and the requests that create them. */
const things: Readonly<Record<string, readonly Omit<StepRequest, 'method'>[]>> = {
  role: [{ path: '/_security/role/$role', body: { cluster: [], applications: [apm] } }],
  user: [{ path: '/_security/user/$user', body: { password: 'changeme', roles: [] } }],
  policy: [{ path: '/_ilm/policy/$policy', body: { policy: { phases: {} } } }],
  template: [{ path: '/_index_template/$template', body: streams('$template') }],
  stream: [
    { path: '/_index_template/$stream', body: streams('$stream') },
    { path: '/_data_stream/$stream' },
  ],
  pattern: [{ path: '/_index_template/$pattern', body: streams('$pattern') }],
};

/** Names that no server gave out. */
const nothing = 'none';

/**
 * Creates what valid requests name: the index `$books` with its alias `$rolled` and a document, and contexts and things
 * such as `$scroll` and `$role` as far as the requests name them and the server has them. Throws Incomplete if it refuses
 * the index.
 */
export async function prepareNames(world: World, requests: readonly StepRequest[]): Promise<void> {
  const index = world.name('books-000001');
  world.save('books', index);
  world.name('new');
  const alias = world.name('rolled');
  const properties = { n: { type: 'integer' }, k: { type: 'keyword' }, d: { type: 'date' } };
  await prepared(
    () => createIndex(world, index, { mappings: { properties }, shards: 1, alias }),
    'the index',
  );
  await world.send({ method: 'PUT', path: `/${index}/_doc/1`, body: { n: 1, k: 'a' } });
  const text = requests.map(({ path, body }) => `${path} ${JSON.stringify(body)}`).join(' ');
  const isNamed = (name: string): boolean => new RegExp(`\\$${name}\\b`).test(text);
  for (const [name, source] of Object.entries(sources)) {
    world.save(name, isNamed(name) ? await nameFrom(world, source) : nothing);
  }
  for (const [name, calls] of Object.entries(things)) {
    world.name(name);
    for (const call of isNamed(name) ? calls : []) await make(world, call);
  }
}

async function nameFrom(world: World, { member, ...request }: Source): Promise<unknown> {
  const exchange = await ifClaimed(() => world.send(request));
  const { status = 0, headers = {} } = exchange?.response ?? {};
  const isRead = isSuccess(status) && isJsonMedia(headers['content-type']);
  return exchange !== undefined && isRead
    ? (valueAt(jsonOf(exchange), member) ?? nothing)
    : nothing;
}

async function make(world: World, call: Omit<StepRequest, 'method'>): Promise<void> {
  const text = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
  await ifClaimed(() => world.send({ method: 'PUT', path: call.path, ...text }));
}
