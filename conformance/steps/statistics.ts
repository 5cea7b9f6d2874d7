import type { DataTable } from '@cucumber/cucumber';
import { jsonOf } from '../base/body.ts';
import { defined, KitFault, Mismatch } from '../base/errors.ts';
import { expectSuccess } from '../client/expectations.ts';
import { scenarioState } from '../client/scenario-state.ts';
import type { World } from '../client/world.ts';
import { definePhrase } from './wordings.ts';

/** The figures of one reading by their path within a node, summed over all nodes. */
type Reading = ReadonlyMap<string, number>;

/** Maximum depth of the statistics that is read. */
const maxDepth = 12;

const readingsOf = scenarioState((): Map<string, Reading> => new Map());

definePhrase<[string]>(
  'the client reads the search statistics as {string}',
  async (world, [name]) => {
    const exchange = await world.send({ method: 'GET', path: '/_nodes/stats/indices/search' });
    expectSuccess(exchange);
    const figures = new Map<string, number>();
    collect(jsonOf(exchange), [], figures);
    readingsOf(world).set(name, figures);
  },
);

/**
 * The specification names no member, and a server may count one context per shard. So a figure is accepted if its
 * changes are those of the table, all multiplied by the same factor.
 */
definePhrase<[DataTable]>('one figure of the search statistics changes by:', (world, [table]) => {
  const rows = table.hashes().map(({ from, to, by }) => ({
    from: readingOf(world, defined(from, 'cell from')),
    to: readingOf(world, defined(to, 'cell to')),
    by: Number(by),
  }));
  const unit = rows.find(({ by }) => by !== 0);
  if (unit === undefined) throw new KitFault('the table must have a change that is not zero');
  for (const path of unit.to.keys()) {
    const factor = movement(unit, path) / unit.by;
    if (factor < 1) continue;
    if (rows.every((row) => movement(row, path) === row.by * factor)) return;
  }
  const got = Object.fromEntries(
    [...unit.to.keys()].map((path) => [path, rows.map((row) => movement(row, path))]),
  );
  const expected = rows.map(({ by }) => by);
  throw new Mismatch(expected, got, 'no figure follows the number of open search contexts');
});

function movement(row: { readonly from: Reading; readonly to: Reading }, path: string): number {
  return (row.to.get(path) ?? 0) - (row.from.get(path) ?? 0);
}

function readingOf(world: World, name: string): Reading {
  return defined(readingsOf(world).get(name), `reading of the search statistics named ${name}`);
}

function collect(value: unknown, path: readonly string[], figures: Map<string, number>): void {
  if (typeof value === 'number') {
    const key = path.map((name, at) => (path[at - 1] === 'nodes' ? '*' : name)).join('.');
    figures.set(key, (figures.get(key) ?? 0) + value);
  }
  if (typeof value !== 'object' || value === null || path.length > maxDepth) return;
  for (const [name, member] of Object.entries(value)) collect(member, [...path, name], figures);
}
