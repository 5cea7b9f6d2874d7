import type fc from 'fast-check';
import type { World } from '../../client/world.ts';
import { drawnFrom } from '../arbitraries/drawn.ts';
import { type Property, property, type PropertyDefinition } from '../property.ts';
import { rowsIn } from './batches.ts';
import { clausesIn, type DimensionTable, type Levels, offered, type Row } from './table.ts';
import { failedRowOf } from './tried.ts';

/** A property over the rows of a table of dimensions; a value has some rows, and what goes with them. */
interface OverRows<Own extends Levels, Beside extends object> extends Pick<
  PropertyDefinition<unknown>,
  'id' | 'describe' | 'needs' | 'effort' | 'movesClock'
> {
  readonly table: DimensionTable<Own>;
  /** Generates what goes with the rows of a batch. */
  readonly beside: (
    rows: readonly Row<Own>[],
    batch: { readonly number: number; readonly table: DimensionTable<Own> },
  ) => fc.Arbitrary<Beside>;
  /** Leaves out of it what does not matter to these rows, which are fewer or simpler; by default nothing. */
  readonly only?: (beside: Beside, rows: readonly Row<Own>[]) => Beside;
  readonly holds: (
    world: World,
    value: Beside & { readonly rows: readonly Row<Own>[] },
  ) => Promise<void>;
}

/** Creates a property whose values cover the pairs of a table together. */
export function propertyOver<Own extends Levels, Beside extends object>({
  table,
  beside,
  only = (all) => all,
  ...definition
}: OverRows<Own, Beside>): Property {
  return property<Beside & { readonly rows: readonly Row<Own>[] }>({
    ...definition,
    clauses: clausesIn(table),
    clausesOf({ rows }, failure) {
      const failed = failure === undefined ? undefined : failedRowOf(failure);
      return clausesIn(table, failed === undefined ? rows : [failed]);
    },
    withRow: (value, row) => {
      const rows = [row as Row<Own>];
      return { ...only(value, rows), rows };
    },
    dimensions: (support) => offered(table, support),
    arbitrary(support, number) {
      const own = offered(table, support);
      const drawn = drawnFrom(rowsIn(own, number), (rows) => beside(rows, { number, table: own }));
      return drawn.map(([rows, all]) => ({ rows, ...only(all, rows) }));
    },
  });
}
