import { systemEnvironment } from '../../base/environment.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Cell, Scalar } from '../../plan/page.ts';
import { valuesOf } from '../../plan/page.ts';
import type { ColumnType } from '../../plan/column-type.ts';
import { startQuery } from '../../plan/start-query.ts';
import type { QueryResult } from '../../plan/table.ts';
import { textOf } from '../../plan/values.ts';
import { createCatalog } from '../../store/catalog.ts';
import type { Catalog } from '../../store/catalog-types.ts';
import type { QueryParams } from '../../query/params.ts';
import { parseQueryText } from '../../query/parse-query-text.ts';
import type { ExampleCell } from './example.ts';
import { exampleIndices } from './indices.ts';

const environment = systemEnvironment();

/** Returns a catalog with the indices of the examples. */
export function exampleCatalog(): Catalog {
  const catalog = createCatalog(environment);
  for (const { name, properties, documents } of exampleIndices) {
    const settings = { number_of_shards: 1 };
    const index = catalog.create(name, { settings, mappings: { properties } });
    for (const [at, document] of documents.entries()) {
      index.index({ id: String(at + 1), source: JSON.stringify(document satisfies JsonObject) });
    }
    index.refresh();
  }
  return catalog;
}

/** Runs a query over the indices of the examples. */
export async function runText(
  text: string,
  catalog: Catalog,
  params: QueryParams = [],
): Promise<QueryResult> {
  const tree = parseQueryText(text, params);
  const task = await startQuery({ tree, filter: undefined }, { catalog, environment });
  return task.result;
}

/** Returns the columns of a result as `name:type`. */
export function columnsOf({ table }: QueryResult): readonly string[] {
  return table.columns.map(({ name, type }) => `${name}:${type}`);
}

/** Returns the rows of a result in the form of examples. */
export function rowsOf({ table }: QueryResult): readonly (readonly ExampleCell[])[] {
  const types = table.columns.map(({ type }) => type);
  return table.pages.flatMap(({ rows, columns }) =>
    Array.from({ length: rows }, (_, row) =>
      columns.map((cells, at) => shownCell(cells[row], types[at] ?? 'null')),
    ),
  );
}

function shownCell(cell: Cell | undefined, type: ColumnType): ExampleCell {
  const values = valuesOf(cell).map((value) => shown(value, type));
  return values.length > 1 ? values : (values[0] ?? null);
}

function shown(value: Scalar, type: ColumnType): ExampleCell {
  if (type === 'boolean') return value !== 0;
  if (typeof value === 'number' && type !== 'date' && type !== 'date_nanos') return value;
  return textOf(value, type, { zone: 'UTC' });
}
