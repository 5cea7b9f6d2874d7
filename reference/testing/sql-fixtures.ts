import type { JsonValue } from '../base/json.ts';
import type { Scalar } from '../plan/cells.ts';
import { valuesOf } from '../plan/cells.ts';
import type { QueryServices } from '../plan/start-query.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import { MemoryCatalog } from '../store/catalog.ts';
import { handClock } from './hand-clock.ts';
import type { StatementResult } from '../sql/run-statement.ts';
import { runStatement } from '../sql/run-statement.ts';

const environment = handClock();
/** A service with one index and a manual clock. */
export const services: QueryServices = { catalog: new MemoryCatalog(environment), environment };

const properties = {
  n: { type: 'integer' },
  name: { type: 'text', fields: { keyword: { type: 'keyword' } } },
  dept: { type: 'keyword' },
  pay: { type: 'double' },
  hired: { type: 'date' },
  tags: { type: 'keyword' },
  ok: { type: 'boolean' },
};

const staff = [
  {
    n: 1,
    name: 'Anna Bell',
    dept: 'a',
    pay: 10.5,
    hired: '2020-01-31',
    tags: ['x', 'y'],
    ok: true,
  },
  { n: 2, name: 'Bob Crane', dept: 'b', pay: 20, hired: '2021-03-15T10:20:30Z', tags: 'x' },
  { n: 3, name: 'Cid Dole', dept: 'a', pay: 30, hired: '2021-12-01', ok: false },
  { n: 4, name: 'D_o%l', dept: 'c', pay: null, hired: '2022-07-04' },
  { n: 5, name: 'Eve Crane', dept: 'b', pay: 50, hired: null, ok: true },
];

/** Fills the index that the statements of tests read. */
export function fillStaff(): void {
  const index = services.catalog.create('staff', { mappings: { properties } });
  for (const source of staff) index.index({ id: `${source.n}`, source: JSON.stringify(source) });
  index.refresh();
}

/** Options for running a statement in a test. */
export interface Given {
  readonly params?: readonly JsonValue[];
  readonly lenient?: boolean;
  readonly filter?: JsonValue;
  readonly most_ms?: number;
}

/** Runs a statement over the index of the tests. */
export function run(
  text: string,
  { params = [], lenient = false, filter, most_ms = 60_000 }: Given = {},
) {
  const part = { value: filter ?? {}, text: '', path: [] };
  return runStatement(
    {
      text,
      params,
      lenient,
      zone: 'UTC',
      most_ms,
      filter: filter === undefined ? undefined : parseQuery(part),
    },
    services,
  );
}

/** A value, or null if there is none. */
export type Cell = Scalar | null;

/** Returns the rows of a result. */
export function rowsOf({ table }: StatementResult): readonly (readonly Cell[])[] {
  return table.rows.map((row) => row.map((cell): Cell => valuesOf(cell)[0] ?? null));
}
