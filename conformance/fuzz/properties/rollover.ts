import { at, Mismatch } from '../../base/errors.ts';
import type { HookName } from '../../driver/profile.ts';
import { now } from '../../base/environment.ts';
import { writeAll } from '../../client/documents.ts';
import { expectSuccess, isRefusal } from '../../client/expectations.ts';
import { hasMoved, rememberWriteIndex } from '../../client/rollovers.ts';
import type { World } from '../../client/world.ts';
import {
  figuresAt,
  type GeneratedIndex,
  type RolloverCase,
  rolloverCase,
} from '../arbitraries/rollover.ts';
import { property } from '../property.ts';
import { decide, type RolloverFigures, standings } from '../models/rollover-model.ts';
import { prepared } from '../set-up.ts';

const needed: readonly HookName[] = [
  'run_policies',
  'set_shard_statistics',
  'advance_clock',
  'assign_replicas',
];

/** Matches limits in the units that the specification uses; it leaves open the support of others. */
const unitInText = /^\d+(?:d|gb)$/;

const originSettings: Readonly<Record<GeneratedIndex['origin'], object>> = {
  none: {},
  setting: { 'index.lifecycle.origination_date': Date.UTC(2016, 9, 10) },
  name: { 'index.lifecycle.parse_origination_date': true },
};

/** An index that was not rolled over yet. */
interface WaitingIndex {
  readonly given: GeneratedIndex;
  readonly index: string;
  readonly alias: string;
  readonly other: string;
  readonly created_ms: number;
}

/** The run of the policies with the index `at`. */
interface Run {
  readonly passes_ms: RolloverCase['passes_ms'];
  readonly at: number;
}

/** A run of the policies rolls an index over exactly if its conditions are met. */
export const rollover = property({
  id: 'rollover',
  describe:
    'A policy rolls an index over exactly if a shard is full, or if the index is not empty and meets at least one max_* condition and all min_* conditions.',
  clauses: [
    'rollover.moves-alias',
    'rollover.alias-setting',
    'rollover.max-age-triggers',
    'rollover.max-age-not-before',
    'rollover.max-age-ignores-origination-date',
    'rollover.max-age-ignores-parsed-origination-date',
    'rollover.max-docs-triggers',
    'rollover.max-docs-not-below',
    'rollover.max-docs-counts-replicas',
    'rollover.max-size-triggers',
    'rollover.max-size-not-below',
    'rollover.max-size-sums-primaries',
    'rollover.max-size-ignores-replicas',
    'rollover.max-primary-shard-size-triggers',
    'rollover.max-primary-shard-size-is-no-sum',
    'rollover.max-primary-shard-docs-triggers',
    'rollover.max-primary-shard-docs-is-no-sum',
    ...['age', 'docs', 'size', 'primary-shard-size', 'primary-shard-docs'].flatMap((name) => [
      `rollover.min-${name}-blocks`,
      `rollover.min-${name}-lets-pass`,
    ]),
    'rollover.any-max-suffices',
    'rollover.no-max-met-waits',
    'rollover.all-min-required',
    'rollover.empty-index-stays',
    'rollover.shard-document-ceiling',
    'rollover.shard-document-ceiling-not-below',
    'rollover.shard-document-ceiling-any-shard',
    'rollover.shard-document-ceiling-overrides-min',
    'rollover.max-primary-shard-docs-above-ceiling',
    'rollover.waiting-ends-when-met',
  ],
  arbitrary: rolloverCase,
  async holds(world, { indices, passes_ms }) {
    // Throws Incomplete if a hook is missing, before any object is created.
    for (const hook of needed) world.hookRequest(hook, {});
    let waiting: readonly WaitingIndex[] = await putUnderPolicies(world, indices);
    for (const [at, passed_ms] of passes_ms.entries()) {
      for (const one of waiting) await fill(world, one, at);
      await passTime(world, passed_ms);
      await world.hook('run_policies', {});
      const left: WaitingIndex[] = [];
      for (const one of waiting) {
        if (!(await expectDecision(world, one, { passes_ms, at }))) left.push(one);
      }
      waiting = left;
    }
  },
});

/** Creates policies, indices and aliases; omits the index of a policy that is refused because of its units. */
async function putUnderPolicies(
  world: World,
  indices: RolloverCase['indices'],
): Promise<readonly WaitingIndex[]> {
  const all: WaitingIndex[] = [];
  for (const [nth, given] of indices.entries()) {
    const policy = world.name(`daily${nth}`);
    const path = `/_ilm/policy/${policy}`;
    const phases = { hot: { actions: { rollover: given.conditions } } };
    const created = await world.send({ method: 'PUT', path, body: { policy: { phases } } });
    if (!isPlain(given) && isRefusal(created)) continue;
    expectSuccess(created);
    all.push(await putUnder(world, policy, { given, nth }));
  }
  return all;
}

async function putUnder(
  world: World,
  policy: string,
  { given, nth }: { readonly given: GeneratedIndex; readonly nth: number },
): Promise<WaitingIndex> {
  const { origin, otherAlias, replicas, shards } = given;
  const [alias, other] = [world.name(`logs${nth}`), world.name(`other${nth}`)];
  const index = world.name(`logs${nth}-${origin === 'name' ? '2016.10.10-' : ''}000001`);
  const settings = {
    'index.number_of_shards': at(shards, 0).length,
    'index.number_of_replicas': replicas,
    'index.lifecycle.name': policy,
    'index.lifecycle.rollover_alias': alias,
    ...originSettings[origin],
  };
  const names = otherAlias ? [alias, other] : [alias];
  const aliases = Object.fromEntries(names.map((name) => [name, { is_write_index: true }]));
  const created_ms = now();
  await prepared(async () => {
    const body = { settings, aliases };
    expectSuccess(await world.send({ method: 'PUT', path: `/${index}`, body }));
  });
  for (const name of names) rememberWriteIndex(world, name, index);
  return { given, index, alias, other, created_ms };
}

function isPlain({ conditions }: GeneratedIndex): boolean {
  return Object.values(conditions).every(
    (value) => typeof value === 'number' || unitInText.test(value),
  );
}

/** Sets the statistics of an index before a run of the policies; it is empty unless they have documents. */
async function fill(world: World, { given, index }: WaitingIndex, run: number): Promise<void> {
  const shards = at(given.shards, run);
  if (run === 0 && shards.some(({ docs }) => docs > 0)) {
    await prepared(() => writeAll(world, [{ index, id: '0', source: { n: 0 } }]));
  }
  for (const [shard, figures] of shards.entries()) {
    await world.hook('set_shard_statistics', { index, shard, ...figures });
  }
  if (given.replicas > 0 && run === 0) await world.hook('assign_replicas', { index });
}

async function passTime(world: World, passes_ms: number): Promise<void> {
  if (passes_ms === 0) return;
  const time = { duration: `${passes_ms}ms`, duration_ms: passes_ms, seconds: passes_ms / 1000 };
  await world.hook('advance_clock', time);
}

/** Returns true if the index was rolled over. Throws Mismatch if the model predicts otherwise. */
async function expectDecision(
  world: World,
  { given, alias, other, created_ms }: WaitingIndex,
  { passes_ms, at }: Run,
): Promise<boolean> {
  const known = figuresAt(given, passes_ms, at);
  const [moved_ms] = known.age_ms;
  const age_ms = [moved_ms, moved_ms + now() - created_ms + 1] as const;
  const figures: RolloverFigures = { ...known, age_ms };
  const expected = decide(given.conditions, figures);
  const moved = await hasMoved(world, alias);
  if (expected !== 'open' && moved !== (expected === 'yes')) {
    throw new Mismatch(
      { rolled_over: !moved, met: standings(given.conditions, figures) },
      { rolled_over: moved },
      moved
        ? 'the index was rolled over: writes go to another index'
        : 'the index was not rolled over: writes still go to it',
    );
  }
  if (moved && given.otherAlias && (await hasMoved(world, other))) {
    const message = 'writes to an alias that the policy does not name go to another index';
    throw new Mismatch('the same write index', 'another', message);
  }
  return moved;
}
