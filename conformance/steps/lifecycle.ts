import type { DataTable } from '@cucumber/cucumber';
import { defined, KitFault, Mismatch } from '../base/errors.ts';
import { parseJson, writeJson } from '../base/body.ts';
import { byteSize } from '../base/byte-size.ts';
import { successorsOf } from '../client/cleanup.ts';
import {
  createIndex,
  createStream,
  writeAll,
  writeToStream,
  creationFor,
} from '../client/documents.ts';
import { expectSuccess } from '../client/expectations.ts';
import { hitsOf } from '../client/hit-list.ts';
import { hasMoved, movedOf, rememberWriteIndex, writerOf } from '../client/rollovers.ts';
import type { World } from '../client/world.ts';
import {
  defineChoiceWith,
  definePhrase,
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

definePhrase<[string, Phases, string?]>(
  'a policy {name}{phases}',
  (world, [policy, phases, text]) => {
    const definition = phases ?? parseJson(world.expand(defined(text, 'doc string'), 'json'));
    return createPolicy(world, policy, definition);
  },
);

defineChoiceWith<[policy: string, alias: string]>(
  '{managedIndex} under the policy {name}, behind the alias {name}',
  [
    [
      /an index "([^"]*)"/,
      (world, [policy, alias], index) =>
        createManaged(world, { index: world.name(index), policy, alias }),
    ],
    [
      /the existing index "([^"]*)"/,
      (world, [policy, alias], index) =>
        manageExisting(world, { index: world.name(index), policy, alias }),
    ],
  ],
);

definePhrase<[string, string]>('writes to {name} go to {name}', (world, [alias, index]) =>
  rememberWriteIndex(world, alias, index),
);

definePhrase<[number, DataTable]>(
  'indices of {int} document(s) behind these aliases, rolled over on:',
  async (world, [count, table]) => {
    const indices: string[] = [];
    for (const row of table.hashes()) {
      const word = defined(row['alias'], 'cell alias');
      const conditions = defined(row['conditions'], 'cell conditions');
      const alias = world.name(word);
      const policy = world.name(`${word}-policy`);
      const index = world.name(`${word}-000001`);
      await createPolicy(world, policy, { hot: { actions: { rollover: parseJson(conditions) } } });
      await createManaged(world, { index, policy, alias });
      indices.push(index);
    }
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    await writeAll(
      world,
      indices.flatMap((index) => numbers.map((n) => ({ index, id: `${n}`, source: { n } }))),
    );
  },
);

definePhrase<[string, DataTable]>(
  'the primary shards of {name} hold:',
  async (world, [index, table]) => {
    for (const { shard, docs, bytes } of table.hashes()) {
      const size = byteSize(defined(bytes, 'cell bytes'));
      if (size === undefined) throw new KitFault(`"${bytes}" is not a size such as 10mb`);
      const values = { index, shard: Number(shard), docs: Number(docs), bytes: size };
      await world.hook('set_shard_statistics', values);
    }
  },
);

definePhrase<[string]>('the replicas of {name} are assigned', (world, [index]) =>
  world.hook('assign_replicas', { index }),
);

definePhrase<[string, string]>(
  'an index {name} that follows {name}',
  async (world, [follower, leader]) => {
    await world.hook('create_follower', { follower, leader });
    world.onCleanup(world.indexRemovals([follower, ...successorsOf(follower)]));
  },
);

definePhrase<[string, Options]>('a data stream {name}{options}', (world, [stream, options]) => {
  const { policy } = only(options, 'policy');
  const managed = policy === undefined ? {} : { 'index.lifecycle.name': policy };
  const creation = writeJson({ settings: { 'index.number_of_replicas': 0, ...managed } });
  return createStream(world, stream, parseJson(creationFor(world, creation)));
});

definePhrase<[string, string, string]>(
  'the client writes the document {string} to the data stream {name}:',
  (world, [id, stream, body]) => writeToStream(world, { index: stream, id, source: body }),
);

definePhrase('the policies run', (world) => world.hook('run_policies', {}));

defineChoiceWith<[alias: string]>('{name} {rollover}', [
  [/has been rolled over/, (world, [alias]) => expectRollover(world, alias, true)],
  [/has not been rolled over/, (world, [alias]) => expectRollover(world, alias, false)],
  [
    /has been rolled over only if the search found (\d+) hits/,
    (world, [alias], count) => expectRollover(world, alias, hitsOf(world).length === Number(count)),
  ],
]);

async function expectRollover(world: World, alias: string, expected: boolean): Promise<void> {
  const moved = await hasMoved(world, alias);
  if (moved === expected) return;
  const message = moved ? 'writes go to another index' : 'writes still go to the same index';
  throw new Mismatch({ rolled_over: expected }, { rolled_over: moved }, message);
}

definePhrase<[string, string]>(
  'of the aliases {string}, these have been rolled over: {string}',
  async (world, [all, expected]) => {
    const words = new Map(entriesOf(all).map((word) => [world.name(word), word]));
    const moved = (await movedOf(world, [...words.keys()])).map((alias) => words.get(alias));
    const expectedAliases = expected === '' ? [] : entriesOf(expected);
    if (moved.join() === expectedAliases.join()) return;
    throw new Mismatch(expectedAliases, moved, 'other aliases have been rolled over');
  },
);

definePhrase<[string, string]>(
  'no index but {name} takes what is written to {name}',
  async (world, [index, alias]) => {
    const writer = await writerOf(world, alias);
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
