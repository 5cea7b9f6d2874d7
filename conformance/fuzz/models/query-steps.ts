import type fc from 'fast-check';
import { Incomplete, Mismatch } from '../../base/errors.ts';
import { tableOf } from '../../client/answer-table.ts';
import { idIn, stateIn } from '../../client/async-state.ts';
import { expectSuccess, isSuccess } from '../../client/expectations.ts';
import { isRefusal } from '../../client/refusals.ts';
import type { World } from '../../client/world.ts';
import type { Some } from '../arbitraries/document.ts';
import { allRows, expectRows, type ExpectedRows, rowsWhere } from '../querying.ts';
import { chosen, step, type StepTarget } from './step.ts';

/** The columns of the queries. */
export const names = ['u', 'n', 'word'] as const;

/** An asynchronous query of the model. */
interface StartedQuery {
  readonly id: string;
  /** What it returns whenever it is fetched. */
  readonly result: ExpectedRows;
  /** `open`: a service need not keep a query that finished within its initial wait. */
  readonly state: 'kept' | 'open' | 'deleted' | 'gone';
}

/** The model: all asynchronous queries in the order of their start. */
export interface QueryModel {
  queries: readonly StartedQuery[];
}

/** The index that the queries read; its documents do not change. */
export interface QueryTarget extends StepTarget {
  readonly index: string;
  readonly documents: readonly Some<(typeof names)[number]>[];
}

/** A command on asynchronous queries. */
export type QueryStep = fc.AsyncCommand<QueryModel, QueryTarget>;

const maxQueries = 4;

/** Creates a command that starts a query; after the wait, the answer may say that it still runs. */
export function startQueryStep(least: number, wait: string): QueryStep {
  return step({
    name: `start a query for n >= ${least} with the wait ${wait}`,
    check: ({ queries }) => queries.length < maxQueries,
    async run(model, { world, index, documents }) {
      const query = `FROM ${index} | WHERE n >= ${least} | KEEP ${names.join(', ')} | SORT u | LIMIT ${allRows}`;
      const body = { query, wait_for_completion_timeout: wait, keep_alive: '1m' };
      await world.send({ method: 'POST', path: '/_query/async', body });
      expectSuccess(world.last);
      const result = { names, rows: rowsWhere(documents, ({ n }) => n >= least, names) };
      const isRunning = stateIn(world.last).is_running === true;
      if (!isRunning) expectRows(result, tableOf(world), 'the answer to the start');
      const id = idIn(world.last);
      if (id === undefined) return;
      const state = isRunning ? 'kept' : 'open';
      if (model.queries.some((query) => query.id === id)) {
        throw new Mismatch('an id of its own', id, 'two queries have one id');
      }
      model.queries = [...model.queries, { id, result, state }];
    },
  });
}

/** Creates a command that fetches the result of a query that was not deleted. */
export function fetchQueryStep(pick: number): QueryStep {
  return onQuery({ verb: 'fetch', pick, fits: isFetchable }, async (query, world) => {
    await fetch(world, query);
    if (query.state === 'open' && isRefusal(world.last)) return 'gone';
    expectResult(world, query);
    return 'kept';
  });
}

/** Creates a command that deletes a query. */
export function deleteQueryStep(pick: number): QueryStep {
  return onQuery({ verb: 'delete', pick, fits: isFetchable }, async ({ id, state }, world) => {
    const path = `/_query/async/${encodeURIComponent(id)}`;
    const exchange = await world.send({ method: 'DELETE', path });
    if (state === 'open' && isRefusal(exchange)) return 'gone';
    expectSuccess(exchange);
    return 'deleted';
  });
}

/** Creates a command that fetches a deleted query: there is no result any more. */
export function fetchDeletedStep(pick: number): QueryStep {
  return onQuery({ verb: 'fetch deleted', pick, fits: isDeleted }, async (query, world) => {
    await fetch(world, query);
    if (isRefusal(world.last)) return query.state;
    throw new Mismatch('a refusal', world.last.response.status, 'a deleted query is still there');
  });
}

/** Fetches every query that was not deleted once more. */
export async function fetchAll({ queries }: QueryModel, { world }: QueryTarget): Promise<void> {
  for (const query of queries.filter(({ state }) => state === 'kept')) {
    await fetch(world, query);
    expectResult(world, query);
  }
}

type State = StartedQuery['state'];

function isFetchable({ state }: StartedQuery): boolean {
  return state === 'kept' || state === 'open';
}

function isDeleted({ state }: StartedQuery): boolean {
  return state === 'deleted';
}

/** Creates a command on the `pick`-th query that fits; `use` returns its next state. */
function onQuery(
  {
    verb,
    pick,
    fits,
  }: {
    readonly verb: string;
    readonly pick: number;
    readonly fits: (query: StartedQuery) => boolean;
  },
  use: (query: StartedQuery, world: World) => Promise<State>,
): QueryStep {
  return step({
    name: `${verb} query ${pick}`,
    check: ({ queries }) => queries.some(fits),
    async run(model, { world }) {
      const query = chosen(model.queries, pick, fits);
      if (query === undefined) return;
      const state = await use(query, world);
      model.queries = model.queries.map((one) => (one === query ? { ...one, state } : one));
    },
  });
}

function fetch(world: World, { id }: StartedQuery): Promise<unknown> {
  const path = `/_query/async/${encodeURIComponent(id)}?wait_for_completion_timeout=30s`;
  return world.send({ method: 'GET', path });
}

function expectResult(world: World, { result }: StartedQuery): void {
  const { last } = world;
  if (isSuccess(last.response.status) && stateIn(last).is_running === true) {
    throw new Incomplete('the query takes longer than 30 s on this server');
  }
  expectRows(result, tableOf(world), 'the fetched result');
}
