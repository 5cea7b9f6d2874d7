import { jsonOf, listAt, valueAt } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import {
  awaitVisible,
  removeDocument,
  writeDocument,
  writeToStream,
  createStream,
} from '../../client/documents.ts';
import { expectSuccess, isRefusal } from '../../client/expectations.ts';
import { hasMoved, rememberWriteIndex, writerOf } from '../../client/rollovers.ts';
import type { World } from '../../client/world.ts';
import { claimsExtra } from '../../driver/missing-reasons.ts';
import { decide, standings } from './model.ts';
import { ifClaimed, prepared } from '../set-up.ts';
import {
  conditionsOf,
  type Days,
  daysBefore,
  deletionAfter,
  figuresOf,
  passes,
  replicasOf,
  shardsAt,
  since,
  type SizedRow,
} from './runs.ts';

const page = 50;

/** An alias or a data stream whose indices are under a policy. */
export interface Managed {
  readonly row: SizedRow;
  /** The name of the alias or of the data stream. */
  readonly name: string;
  /** Another alias that the policy does not name; undefined if there is none. */
  readonly other?: string;
  /** The write index, and the days that had passed when it was created, at least and at most. */
  index: string;
  createdAfter: Days;
  /** The indices that were rolled over, and the days that had passed then. */
  old: readonly { readonly index: string; readonly rolledAfter: Days }[];
  /** The generation of a data stream; undefined if it cannot be read. */
  generation: unknown;
  /** True if the indices that follow are not under the policy, as there is no template for them. */
  readonly isOnce: boolean;
  /** The number of documents that were written to find the write index. */
  written: number;
}

/** The state of an alias or a data stream after its creation. */
const created = {
  index: '',
  createdAfter: [0, 0],
  old: [],
  generation: undefined,
  written: 0,
} as const;

/**
 * Creates the policy of a row, and under it an alias with an index, or a data stream, with its documents. Undefined if the policy
 * is refused for its units, most of which the specification leaves open.
 */
export async function putUnderPolicy(
  world: World,
  row: SizedRow,
  nth: number,
): Promise<Managed | undefined> {
  const policy = world.name(`policy${nth}`);
  if (!(await putPolicy(world, row, policy))) return undefined;
  const settings = {
    'index.number_of_shards': Number.parseInt(row.shards, 10),
    'index.number_of_replicas': replicasOf(row),
    'index.lifecycle.name': policy,
  };
  const create = row.kind === 'alias' ? createAlias : createManagedStream;
  return create(world, row, { name: world.name(`logs${nth}`), settings });
}

/** Creates or replaces the policy of a row. Returns false if it is refused where that is left open. */
async function putPolicy(world: World, row: SizedRow, policy: string): Promise<boolean> {
  const age = row.units === 'd and gb' ? `${deletionAfter}d` : `${deletionAfter * 24}h`;
  const remove = { delete: { min_age: age, actions: { delete: {} } } };
  const put = (rollover: object, deliberate = false): Promise<Exchange> => {
    const later = row.later === 'delete phase' ? remove : {};
    const body = { policy: { phases: { hot: { actions: { rollover } }, ...later } } };
    return world.send({ method: 'PUT', path: `/_ilm/policy/${policy}`, body, deliberate });
  };
  if (row.policy === 'over another') await put({ max_docs: 1 });
  const exchange = await put(conditionsOf(row));
  const isOpen = row.units !== 'd and gb' || row.policy === 'over another';
  if (isOpen && isRefusal(exchange)) return false;
  expectSuccess(exchange);
  if (row.policy !== 'before an invalid one') return true;
  // What is refused replaces nothing; what is taken all the same is replaced once more.
  if (!isRefusal(await put({ min_docs: 1 }, true))) expectSuccess(await put(conditionsOf(row)));
  return true;
}

/** The settings that give an index another age than that since its creation. */
const originSettings: Readonly<Record<SizedRow['origin'], object>> = {
  'no origin': {},
  'an older date in a setting': { 'index.lifecycle.origination_date': Date.UTC(2016, 9, 10) },
  'an older date in its name': { 'index.lifecycle.parse_origination_date': true },
};

interface Creation {
  readonly name: string;
  readonly settings: object;
}

/** Creates an index with an alias, and before it a template for the indices that follow, which a target may not know. */
async function createAlias(
  world: World,
  row: SizedRow,
  { name, settings: given }: Creation,
): Promise<Managed> {
  const settings = { ...given, 'index.lifecycle.rollover_alias': name };
  // The number of the index that follows has one more digit.
  const index = `${name}-${row.origin === 'an older date in its name' ? '2016.10.10-' : ''}000009`;
  const other = `${name}-other`;
  const names = row.aliases === 'one alias' ? [name] : [name, other];
  const template = { index_patterns: [`${name}-*`], priority: 500, template: { settings } };
  const path = `/_index_template/${name}`;
  const isClaimed = claimsExtra(world.profile, 'call:putIndexTemplate');
  const hasTemplate =
    isClaimed && !isRefusal(await world.send({ method: 'PUT', path, body: template }));
  await prepared(async () => {
    const aliases = Object.fromEntries(names.map((alias) => [alias, { is_write_index: true }]));
    const body = { settings: { ...settings, ...originSettings[row.origin] }, aliases };
    expectSuccess(await world.send({ method: 'PUT', path: `/${index}`, body }));
    for (const alias of names) rememberWriteIndex(world, alias, index);
    if (row.first === 'no documents') return;
    expectSuccess(await writeDocument(world, { index, id: '0', source: { n: 0 } }));
    if (row.first === 'documents deleted') await removeDocument(world, index, '0');
    await awaitVisible(world, index);
  });
  const own = { row, name, index, isOnce: !hasTemplate };
  return { ...created, ...(names.includes(other) ? { other } : {}), ...own };
}

async function createManagedStream(
  world: World,
  row: SizedRow,
  { name, settings }: Creation,
): Promise<Managed> {
  const managed: Managed = { ...created, row, name, isOnce: false };
  await prepared(async () => {
    await createStream(world, name, { settings });
    managed.index = await writeIndexOf(world, managed);
  });
  managed.generation = await generationOf(world, managed);
  return managed;
}

/** Reads all of a name before a run, and sets the figures of its write index, unless it has them. */
export async function fill(world: World, managed: Managed, run: number): Promise<void> {
  await countIn(world, managed);
  const { row, index } = managed;
  const isNew = run <= 1 || managed.createdAfter[1] === daysBefore(run - 1);
  if (isOver(managed) || !isNew) return;
  for (const [shard, figures] of shardsAt(row, run === 0).entries()) {
    await world.hook('set_shard_statistics', { index, shard, ...figures });
  }
  if (replicasOf(row) > 0) await world.hook('assign_replicas', { index });
}

/** True if nothing is said of what else becomes of the write index. */
function isOver({ isOnce, old }: Managed): boolean {
  return isOnce && old.length > 0;
}

/** Throws Mismatch unless a run has rolled the write index over if it has to be, and has kept and deleted the old ones. */
export async function expectAfterRun(world: World, managed: Managed, run: number): Promise<void> {
  if (!isOver(managed)) await expectDecision(world, managed, run);
  const { row, old } = managed;
  const isLast = run === passes.length - 1;
  for (const { index, rolledAfter } of row.later === 'delete phase' || isLast ? old : []) {
    const [least, days] = since(rolledAfter, daysBefore(run));
    const isDeleted = row.later === 'delete phase' && least >= deletionAfter;
    const isOpen = row.later === 'delete phase' && !isDeleted && days >= deletionAfter;
    if (isOpen) continue;
    if ((await hasDocuments(world, managed, index)) !== isDeleted) continue;
    const message = `${days} days after its rollover an old index ${isDeleted ? 'is still there' : 'is gone'}`;
    throw new Mismatch({ deleted: isDeleted }, { deleted: !isDeleted }, message);
  }
}

async function expectDecision(world: World, managed: Managed, run: number): Promise<void> {
  const { row, index: before, createdAfter } = managed;
  const conditions = conditionsOf(row);
  const figuresAfter = (days: number) =>
    figuresOf(row, shardsAt(row, run === 0), since(createdAfter, days));
  const figures = figuresAfter(daysBefore(run));
  const expected = decide(conditions, figures);
  const index = await writeIndexOf(world, managed);
  const isMoved = index !== before;
  if (expected !== 'open' && isMoved !== (expected === 'yes')) {
    const got = { rolled_over: isMoved, in_run: run + 1 };
    const wanted = { rolled_over: !isMoved, met: standings(conditions, figures) };
    throw new Mismatch(wanted, got, `writes go to ${isMoved ? 'another' : 'the same'} index`);
  }
  if (!isMoved) return;
  // A server may also run policies by itself, before the days have passed.
  const isEarly = decide(conditions, figuresAfter(daysBefore(run - 1))) !== 'no';
  const rolledAfter = [daysBefore(isEarly ? run - 1 : run), daysBefore(run)] as const;
  managed.old = [...managed.old, { index: before, rolledAfter }];
  managed.index = index;
  managed.createdAfter = rolledAfter;
  await expectBehind(world, managed);
  if (managed.other !== undefined && managed.old.length === 1) {
    await expectUnmoved(world, managed.other);
  }
  await expectNextGeneration(world, managed);
}

async function expectUnmoved(world: World, alias: string): Promise<void> {
  if (!(await hasMoved(world, alias))) return;
  const message = 'writes to an alias that the policy does not name go to another index';
  throw new Mismatch('the same write index', 'another', message);
}

/** Writes a document to an alias or a data stream, and returns the index that it is in. */
async function writeIndexOf(world: World, managed: Managed): Promise<string> {
  const { row, name } = managed;
  if (row.kind === 'alias') {
    const writer = await writerOf(world, name);
    if (writer === undefined) expectSuccess(world.last);
    else rememberWriteIndex(world, name, writer);
    return writer ?? '';
  }
  managed.written += 1;
  const id = `written-${managed.written}`;
  const source = { '@timestamp': '2024-05-01T00:00:00Z' };
  await writeToStream(world, { index: name, id, source });
  let index: unknown;
  await world.eventually(`${id} is visible`, async () => {
    const hit = (await hitsIn(world, name)).find((one) => valueAt(one, '_id') === id);
    index = valueAt(hit, '_index');
    if (index === undefined) throw new Mismatch(id, 'absent', `${id} is not visible`);
  });
  return String(index);
}

/** True if a search finds a document of an old index: by its name, or where that is one of a data stream, by the stream. */
async function hasDocuments(world: World, { row, name }: Managed, index: string): Promise<boolean> {
  if (row.kind === 'alias') return (await hitsIn(world, index)).length > 0;
  return (await hitsIn(world, name)).some((hit) => valueAt(hit, '_index') === index);
}

/** The number of documents under a name, by a search or a query; undefined if the target does not answer it so. */
async function countIn(world: World, { row, name }: Managed): Promise<number | undefined> {
  if (row.read === 'by a search') return (await hitsIn(world, name)).length;
  const body = { query: `FROM ${name} | STATS c = COUNT(*)` };
  const exchange = await ifClaimed(() => world.send({ method: 'POST', path: '/_query', body }));
  if (exchange === undefined || isRefusal(exchange)) return undefined;
  expectSuccess(exchange);
  return Number(valueAt(jsonOf(exchange), 'values.0.0'));
}

/** Throws Mismatch unless what was written after a rollover is found by the name of the alias or data stream. */
async function expectBehind(world: World, managed: Managed): Promise<void> {
  const { name, index } = managed;
  const [count, hits] = [await countIn(world, managed), await hitsIn(world, name)];
  const isBehind = hits.some((hit) => valueAt(hit, '_index') === index);
  if (isBehind && (count === undefined || count === hits.length)) return;
  const message = `what was written to ${name} after a rollover is not found by this name`;
  throw new Mismatch({ count: hits.length, in: index }, { count, behind: isBehind }, message);
}

/** The hits of a search, none if it is refused. */
async function hitsIn(world: World, target: string): Promise<readonly unknown[]> {
  const path = `/${target}/_search`;
  const exchange = await world.send({ method: 'GET', path, body: { size: page } });
  if (isRefusal(exchange)) return [];
  expectSuccess(exchange);
  return listAt(jsonOf(exchange), 'hits.hits');
}

async function expectNextGeneration(world: World, managed: Managed): Promise<void> {
  if (typeof managed.generation !== 'number') return;
  const expected = managed.generation + 1;
  const got = await generationOf(world, managed);
  managed.generation = expected;
  if (got !== undefined && got !== expected) {
    throw new Mismatch(expected, got, 'the generation is not one more than before the rollover');
  }
}

/** The generation of a data stream; undefined if the target does not show it. */
async function generationOf(world: World, { name, row }: Managed): Promise<unknown> {
  if (row.kind === 'alias') return undefined;
  const request = { method: 'GET', path: `/_data_stream/${name}` };
  const exchange = await ifClaimed(() => world.send(request));
  if (exchange === undefined || isRefusal(exchange)) return undefined;
  return valueAt(jsonOf(exchange), 'data_streams.0.generation');
}
