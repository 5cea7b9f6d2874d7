import { Given, Then, When, type DataTable } from '@cucumber/cucumber';
import { defined } from '../base/assert.ts';
import { parseJson, writeJson } from '../base/body.ts';
import { byteSize } from '../base/byte-size.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { successorsOf } from '../client/cleanup.ts';
import { createIndex, writeAll, writeToStream } from '../client/documents.ts';
import { expectSuccess } from '../client/expectations.ts';
import { hitsOf } from '../client/hit-list.ts';
import { creationFor } from '../client/index-creation.ts';
import { hasMoved, movedOf, rememberWriteIndex, writerOf } from '../client/rollovers.ts';
import type { World } from '../client/world.ts';
import {
  optionally,
  defineChoice,
  defineWordings,
  entriesOf,
  only,
  type Options,
} from './wordings.ts';

/** An index with an alias and a lifecycle policy. */
interface Managed {
  readonly index: string;
  readonly policy: string;
  readonly alias: string;
}

/** The phases of a policy in a phrase; undefined if they are in the doc string of the step. */
type Phases = object | undefined;

defineWordings<Phases>('phases', [
  [/ with the phases:/, () => undefined],
  [
    / that rolls over on (\{.*\})/,
    (world, conditions) => ({
      hot: { actions: { rollover: parseJson(world.expand(conditions, 'json')) } },
    }),
  ],
]);

Given(
  'a policy {name}{phases}',
  optionally<[string, Phases, string?]>(2, async function (policy, phases, text) {
    const definition = phases ?? parseJson(this.expand(defined(text, 'doc string'), 'json'));
    await createPolicy(this, policy, definition);
  }),
);

defineChoice<[policy: string, alias: string]>(
  '{managedIndex} under the policy {name}, behind the alias {name}',
  [
    [
      /an index "([^"]*)"/,
      (world, index) => (policy, alias) =>
        createManaged(world, { index: world.name(index), policy, alias }),
    ],
    [
      /the existing index "([^"]*)"/,
      (world, index) => (policy, alias) =>
        manageExisting(world, { index: world.name(index), policy, alias }),
    ],
  ],
);

Given('writes to {name} go to {name}', function (this: World, alias: string, index: string) {
  rememberWriteIndex(this, alias, index);
});

Given(
  'indices of {int} document(s) behind these aliases, rolled over on:',
  async function (this: World, count: number, table: DataTable) {
    const indices: string[] = [];
    for (const row of table.hashes()) {
      const word = defined(row['alias'], 'cell alias');
      const conditions = defined(row['conditions'], 'cell conditions');
      const alias = this.name(word);
      const policy = this.name(`${word}-policy`);
      const index = this.name(`${word}-000001`);
      await createPolicy(this, policy, { hot: { actions: { rollover: parseJson(conditions) } } });
      await createManaged(this, { index, policy, alias });
      indices.push(index);
    }
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    await writeAll(
      this,
      indices.flatMap((index) => numbers.map((n) => ({ index, id: `${n}`, source: { n } }))),
    );
  },
);

Given(
  'the primary shards of {name} hold:',
  async function (this: World, index: string, table: DataTable) {
    for (const { shard, docs, bytes } of table.hashes()) {
      const size = byteSize(defined(bytes, 'cell bytes'));
      if (size === undefined) throw new KitFault(`"${bytes}" is not a size such as 10mb`);
      const values = { index, shard: Number(shard), docs: Number(docs), bytes: size };
      await this.hook('set_shard_statistics', values);
    }
  },
);

Given('the replicas of {name} are assigned', async function (this: World, index: string) {
  await this.hook('assign_replicas', { index });
});

Given(
  'an index {name} that follows {name}',
  async function (this: World, follower: string, leader: string) {
    await this.hook('create_follower', { follower, leader });
    this.onCleanup(this.indexRemovals([follower, ...successorsOf(follower)]));
  },
);

Given(
  'a data stream {name}{options}',
  async function (this: World, stream: string, options: Options) {
    const { policy } = only(options, 'policy');
    await createStream(
      this,
      stream,
      policy === undefined ? {} : { 'index.lifecycle.name': policy },
    );
  },
);

When(
  'the client writes the document {string} to the data stream {name}:',
  async function (this: World, id: string, stream: string, body: string) {
    await writeToStream(this, { index: stream, id, source: body });
  },
);

When('the policies run', async function (this: World) {
  await this.hook('run_policies', {});
});

defineChoice<[alias: string]>('{name} {rollover}', [
  [/has been rolled over/, (world) => (alias) => expectRollover(world, alias, true)],
  [/has not been rolled over/, (world) => (alias) => expectRollover(world, alias, false)],
  [
    /has been rolled over only if the search found (\d+) hits/,
    (world, count) => (alias) =>
      expectRollover(world, alias, hitsOf(world).length === Number(count)),
  ],
]);

async function expectRollover(world: World, alias: string, expected: boolean): Promise<void> {
  const moved = await hasMoved(world, alias);
  if (moved === expected) return;
  const message = moved ? 'writes go to another index' : 'writes still go to the same index';
  throw new Mismatch({ rolled_over: expected }, { rolled_over: moved }, message);
}

Then(
  'of the aliases {string}, these have been rolled over: {string}',
  async function (this: World, all: string, expected: string) {
    const words = new Map(entriesOf(all).map((word) => [this.name(word), word]));
    const moved = (await movedOf(this, [...words.keys()])).map((alias) => words.get(alias));
    const expectedAliases = expected === '' ? [] : entriesOf(expected);
    if (moved.join() === expectedAliases.join()) return;
    throw new Mismatch(expectedAliases, moved, 'other aliases have been rolled over');
  },
);

Then(
  'no index but {name} takes what is written to {name}',
  async function (this: World, index: string, alias: string) {
    const writer = await writerOf(this, alias);
    if (writer === undefined || writer === index) return;
    throw new Mismatch('this index, or a refusal', 'another', 'a write goes to another index');
  },
);

async function createPolicy(world: World, policy: string, phases: unknown): Promise<void> {
  const body = { policy: { phases } };
  expectSuccess(await world.send({ method: 'PUT', path: `/_ilm/policy/${policy}`, body }));
}

function lifecycleSettings({ policy, alias }: Omit<Managed, 'index'>): object {
  return { 'index.lifecycle.name': policy, 'index.lifecycle.rollover_alias': alias };
}

async function createManaged(world: World, { index, policy, alias }: Managed): Promise<void> {
  const settings = {
    'index.number_of_shards': 1,
    'index.number_of_replicas': 0,
    ...lifecycleSettings({ policy, alias }),
  };
  const creation = writeJson({ settings, aliases: { [alias]: { is_write_index: true } } });
  expectSuccess(await createIndex(world, index, creationFor(world, creation)));
  rememberWriteIndex(world, alias, index);
}

async function manageExisting(world: World, { index, policy, alias }: Managed): Promise<void> {
  const add = { add: { index, alias, is_write_index: true } };
  expectSuccess(await world.send({ method: 'POST', path: '/_aliases', body: { actions: [add] } }));
  const body = lifecycleSettings({ policy, alias });
  expectSuccess(await world.send({ method: 'PUT', path: `/${index}/_settings`, body }));
  rememberWriteIndex(world, alias, index);
}

/** Creates a template for the indices of a data stream, and the data stream itself through a hook. */
async function createStream(world: World, stream: string, settings: object): Promise<void> {
  // Without the hook, the template is of no use.
  world.hookRequest('create_data_stream', { name: stream });
  const creation = writeJson({ settings: { 'index.number_of_replicas': 0, ...settings } });
  const template = parseJson(creationFor(world, creation));
  const body = { index_patterns: [stream], data_stream: {}, template, priority: 500 };
  expectSuccess(await world.send({ method: 'PUT', path: `/_index_template/${stream}`, body }));
  const removal = { method: 'DELETE', path: `/_data_stream/${stream}`, headers: {} };
  // Before the request: its response may be lost.
  world.onCleanup(removal);
  await world.hook('create_data_stream', { name: stream });
}
