import fc from 'fast-check';
import { sequenceOf, chosen, property } from '../property.ts';
import { jsonIn, listAt, textOf, valueAt } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { pageOf } from '../../client/walking.ts';
import { awaitVisible, writeAll } from '../../client/documents.ts';
import { expectSuccess, isSuccess, isRefusal } from '../../client/expectations.ts';
import type { StepRequest } from '../../client/step-request.ts';
import { claimsExtra } from '../../driver/missing-reasons.ts';
import type { World } from '../../client/world.ts';
import { prepared } from '../set-up.ts';

/** The names of the aliases. */
const aliasNames = ['one', 'two'] as const;

/** The names of the indices; the template fits those that begin with `made`. */
const indexNames = ['plain', 'other', 'made-a', 'made-b'] as const;

type Alias = (typeof aliasNames)[number];
type Index = (typeof indexNames)[number];

/** The alias that the template gives to indices. */
const ofTemplate: Alias = 'two';

/** The server, and the model: the aliases of each index that exists. */
interface State {
  readonly world: World;
  /** True if the server has accepted the template. */
  readonly hasTemplate: boolean;
  indices: ReadonlyMap<Index, ReadonlySet<Alias>>;
}

/** A step on indices and aliases. */
type Step =
  | { readonly create: Index; readonly aliases: readonly Alias[] }
  | { readonly change: 'add' | 'remove'; readonly index: Index; readonly alias: Alias }
  /** The number of a possible move of an alias from one index to another. */
  | { readonly move: number }
  | { readonly search: Alias };

const index = fc.constantFrom(...indexNames);
const alias = fc.constantFrom(...aliasNames);

/** An alias stands for the indices that it was given to, at their creation, by a template or later. */
export const aliasStates = property({
  id: 'alias-states',
  describe:
    'A search by an alias finds the documents of exactly the indices that have it, from their creation, a template or an accepted change.',
  clauses: ['index.alias-searchable', 'index.create-with-all-members'],
  arbitrary: () =>
    sequenceOf<Step>(
      fc.record({ create: index, aliases: fc.subarray([...aliasNames]) }),
      fc.record({ change: fc.constant('add'), index, alias }),
      fc.record({ change: fc.constant('remove'), index, alias }),
      fc.record({ move: fc.nat({ max: 7 }) }),
      fc.record({ search: alias }),
    ),
  async holds(world, steps) {
    const state: State = { world, hasTemplate: await makeTemplate(world), indices: new Map() };
    for (const step of steps) await take(state, step);
    for (const alias of aliasNames) await expectAlias(state, alias);
  },
});

/** Creates the template; returns true if the server has templates, and accepts this one. */
async function makeTemplate(world: World): Promise<boolean> {
  if (!claimsExtra(world.profile, 'call:putIndexTemplate')) return false;
  const path = `/_index_template/${world.name('template')}`;
  const template = { aliases: { [world.name(ofTemplate)]: {} } };
  const body = { index_patterns: [world.name('made-*')], priority: 500, template };
  const exchange = await world.send({ method: 'PUT', path, body });
  return isSuccess(exchange.response.status);
}

/** Takes a step with the server and the model; nothing if it does not fit the state of the model. Throws Mismatch. */
async function take(state: State, step: Step): Promise<void> {
  if ('create' in step) await createIndex(state, step);
  else if ('change' in step) await changeAlias(state, step);
  else if ('move' in step) await moveAlias(state, step.move);
  else if (state.indices.size > 0) await expectAlias(state, step.search);
}

/** Creates an index with aliases and one document, which has the name of the index. */
async function createIndex(
  state: State,
  { create: index, aliases }: Extract<Step, { create: Index }>,
): Promise<void> {
  const { world, hasTemplate, indices } = state;
  if (indices.has(index)) return;
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
  state.indices = new Map(indices).set(index, new Set(given));
}

/** Adds an alias, or removes it. What a server refuses changes nothing. */
async function changeAlias(
  state: State,
  { change, index, alias }: Extract<Step, { change: string }>,
): Promise<void> {
  const { world, indices } = state;
  if (indices.get(index)?.has(alias) !== (change === 'remove')) return;
  const path = `/${world.name(index)}/_alias/${world.name(alias)}`;
  const method = change === 'add' ? 'PUT' : 'DELETE';
  if (await isDone(world, { method, path })) {
    state.indices = changed(state, index, { [change]: alias });
  }
}

/** Makes the `pick`-th possible move in one request: both changes happen, or none. */
async function moveAlias(state: State, pick: number): Promise<void> {
  const { world } = state;
  const move = chosen(movesIn(state), pick);
  if (move === undefined) return;
  const { from, to, alias } = move;
  const action = (index: Index): object => ({
    index: world.name(index),
    alias: world.name(alias),
  });
  const body = { actions: [{ remove: action(from) }, { add: action(to) }] };
  if (!(await isDone(world, { method: 'POST', path: '/_aliases', body }))) return;
  state.indices = changed(state, from, { remove: alias });
  state.indices = changed(state, to, { add: alias });
}

/** The moves of an alias from an index that has it to another one. */
function movesIn({ indices }: State) {
  return [...indices].flatMap(([from, aliases]) =>
    [...aliases].flatMap((alias) =>
      [...indices].flatMap(([to, own]) => (own.has(alias) ? [] : [{ from, to, alias }])),
    ),
  );
}

/** Searches an alias: it finds the documents of its indices, and nothing without one. */
async function expectAlias({ world, indices }: State, alias: Alias): Promise<void> {
  const wanted = [...indices].flatMap(([index, aliases]) => (aliases.has(alias) ? [index] : []));
  const path = `/${world.name(alias)}/_search`;
  const exchange = await world.send({ method: 'GET', path, body: { size: indexNames.length } });
  if (wanted.length === 0 && isRefusal(exchange)) return;
  const got = pageOf(exchange).map((hit) => String(valueAt(hit, '_source.name')));
  if (got.toSorted().join() === wanted.toSorted().join()) return;
  throw new Mismatch(wanted.toSorted(), got.toSorted(), `the alias ${alias} finds other documents`);
}

/** True if the server has these calls, and accepts this one without errors. */
async function isDone(world: World, call: StepRequest): Promise<boolean> {
  if (!claimsExtra(world.profile, 'call:updateAliases')) return false;
  const { response } = await world.send(call);
  const body = jsonIn(textOf(response));
  const isSaid =
    valueAt(body, 'acknowledged') !== false && listAt(body, 'action_results').length === 0;
  return isSuccess(response.status) && isSaid;
}

function changed(
  { indices }: State,
  index: Index,
  { add, remove }: { readonly add?: Alias; readonly remove?: Alias },
): State['indices'] {
  const others = [...(indices.get(index) ?? [])].filter((alias) => alias !== remove);
  return new Map(indices).set(index, new Set([...others, ...(add === undefined ? [] : [add])]));
}
