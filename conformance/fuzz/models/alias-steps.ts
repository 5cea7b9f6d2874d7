import { jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { pageOf } from '../../client/walking.ts';
import { awaitVisible, writeAll } from '../../client/documents.ts';
import { expectSuccess, isSuccess, isRefusal } from '../../client/expectations.ts';
import { listAt, valueAt } from '../../client/json-path.ts';
import type { StepRequest } from '../../client/step-request.ts';
import type { World } from '../../client/world.ts';
import { prepared } from '../set-up.ts';
import { chosen } from './step.ts';

/** The names of the aliases. */
export const aliasNames = ['one', 'two'] as const;

/** The names of the indices; the template fits those that begin with `made`. */
export const indexNames = ['plain', 'other', 'made-a', 'made-b'] as const;

type Alias = (typeof aliasNames)[number];
type Index = (typeof indexNames)[number];

/** The alias that the template gives to indices. */
const ofTemplate: Alias = 'two';

/** The model: the aliases of each index that exists. */
export interface AliasModel {
  indices: ReadonlyMap<Index, ReadonlySet<Alias>>;
}

/** The server, and whether it has accepted the template. */
export interface AliasTarget {
  readonly world: World;
  readonly hasTemplate: boolean;
}

/** A step on indices and aliases. */
export type AliasStep =
  | { readonly create: Index; readonly aliases: readonly Alias[] }
  | { readonly change: 'add' | 'remove'; readonly index: Index; readonly alias: Alias }
  /** The number of a possible move of an alias from one index to another. */
  | { readonly move: number }
  | { readonly search: Alias };

/** Creates the template; returns true if the server has accepted it. */
export async function makeTemplate(world: World): Promise<boolean> {
  const path = `/_index_template/${world.name('template')}`;
  const template = { aliases: { [world.name(ofTemplate)]: {} } };
  const body = { index_patterns: [world.name('made-*')], priority: 500, template };
  const exchange = await world.send({ method: 'PUT', path, body });
  return isSuccess(exchange.response.status);
}

/** Takes a step with the server and the model; nothing if it does not fit the state of the model. Throws Mismatch. */
export async function takeAliasStep(
  model: AliasModel,
  target: AliasTarget,
  step: AliasStep,
): Promise<void> {
  if ('create' in step) await createIndex(model, target, step);
  else if ('change' in step) await changeAlias(model, target, step);
  else if ('move' in step) await moveAlias(model, target, step.move);
  else if (model.indices.size > 0) await expectAlias(model, target, step.search);
}

/** Creates an index with aliases and one document, which has the name of the index. */
async function createIndex(
  model: AliasModel,
  { world, hasTemplate }: AliasTarget,
  { create: index, aliases }: Extract<AliasStep, { create: Index }>,
): Promise<void> {
  if (model.indices.has(index)) return;
  const name = world.name(index);
  const own = Object.fromEntries(aliases.map((alias) => [world.name(alias), {}]));
  const mappings = { properties: { name: { type: 'keyword' } } };
  await prepared(async () => {
    const body = { mappings, aliases: own };
    expectSuccess(await world.send({ method: 'PUT', path: `/${name}`, body }));
    await writeAll(world, [{ index: name, id: index, source: { name: index } }]);
    await awaitVisible(world, name);
  });
  const given = hasTemplate && index.startsWith('made') ? [...aliases, ofTemplate] : aliases;
  model.indices = new Map(model.indices).set(index, new Set(given));
}

/** Adds an alias, or removes it. What a server refuses changes nothing. */
async function changeAlias(
  model: AliasModel,
  { world }: AliasTarget,
  { change, index, alias }: Extract<AliasStep, { change: string }>,
): Promise<void> {
  if (model.indices.get(index)?.has(alias) !== (change === 'remove')) return;
  const path = `/${world.name(index)}/_alias/${world.name(alias)}`;
  const method = change === 'add' ? 'PUT' : 'DELETE';
  if (await isDone(world, { method, path })) {
    model.indices = changed(model, index, { [change]: alias });
  }
}

/** A move of an alias from an index that has it to another one. */
interface Move {
  readonly from: Index;
  readonly to: Index;
  readonly alias: Alias;
}

/** Makes the `pick`-th possible move in one request: both changes happen, or none. */
async function moveAlias(model: AliasModel, { world }: AliasTarget, pick: number): Promise<void> {
  const move = chosen(movesIn(model), pick);
  if (move === undefined) return;
  const { from, to, alias } = move;
  const action = (index: Index): object => ({
    index: world.name(index),
    alias: world.name(alias),
  });
  const body = { actions: [{ remove: action(from) }, { add: action(to) }] };
  if (!(await isDone(world, { method: 'POST', path: '/_aliases', body }))) return;
  model.indices = changed(model, from, { remove: alias });
  model.indices = changed(model, to, { add: alias });
}

function movesIn({ indices }: AliasModel): readonly Move[] {
  return [...indices].flatMap(([from, aliases]) =>
    [...aliases].flatMap((alias) =>
      [...indices].flatMap(([to, own]) => (own.has(alias) ? [] : [{ from, to, alias }])),
    ),
  );
}

/** Searches every alias. */
export async function searchAll(model: AliasModel, target: AliasTarget): Promise<void> {
  for (const alias of aliasNames) await expectAlias(model, target, alias);
}

/** Searches an alias: it finds the documents of its indices, and nothing without one. */
async function expectAlias(
  { indices }: AliasModel,
  { world }: AliasTarget,
  alias: Alias,
): Promise<void> {
  const wanted = [...indices].flatMap(([index, aliases]) => (aliases.has(alias) ? [index] : []));
  const path = `/${world.name(alias)}/_search`;
  const exchange = await world.send({ method: 'GET', path, body: { size: indexNames.length } });
  if (wanted.length === 0 && isRefusal(exchange)) return;
  const got = pageOf(exchange).map((hit) => String(valueAt(hit, '_source.name')));
  if (got.toSorted().join() === wanted.toSorted().join()) return;
  throw new Mismatch(wanted.toSorted(), got.toSorted(), `the alias ${alias} finds other documents`);
}

/** True if the server says that it has done what was asked, without errors. */
async function isDone(world: World, call: StepRequest): Promise<boolean> {
  const exchange = await world.send(call);
  if (!isSuccess(exchange.response.status)) return false;
  const body = jsonOf(exchange);
  return valueAt(body, 'acknowledged') === true && listAt(body, 'action_results').length === 0;
}

function changed(
  { indices }: AliasModel,
  index: Index,
  { add, remove }: { readonly add?: Alias; readonly remove?: Alias },
): AliasModel['indices'] {
  const others = [...(indices.get(index) ?? [])].filter((alias) => alias !== remove);
  return new Map(indices).set(index, new Set([...others, ...(add === undefined ? [] : [add])]));
}
