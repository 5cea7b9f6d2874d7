import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../../base/environment.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Cell, Scalar } from '../../plan/cells.ts';
import { valuesOf } from '../../plan/cells.ts';
import type { ColumnType } from '../../plan/column-type.ts';
import { startQuery } from '../../plan/start-query.ts';
import type { QueryResult } from '../../plan/task.ts';
import { textOf } from '../../plan/values.ts';
import { createCatalog } from '../../store/catalog.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { QueryParams } from '../../query/params.ts';
import { parseQueryText } from '../../query/parse-query-text.ts';
import { exampleIndices } from './indices.ts';

/** A cell in an example: dates, addresses and versions are text, a multi-value is a list. */
export type ExampleCell = string | number | boolean | null | readonly ExampleCell[];

/** A query, and its result over the indices of the examples. */
export interface QueryExample {
  readonly query: string;
  /** `name:type` of each column, in order. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ExampleCell[])[];
  /** Texts of the warnings other than that of the default limit; absent if there are none. */
  readonly warnings?: readonly string[];
}

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

/** Registers a test for each example. */
export function testExamples(examples: readonly QueryExample[]): void {
  const catalog = exampleCatalog();
  for (const { query, columns, rows, warnings = [] } of examples) {
    void test(query, async () => {
      const result = await runText(query, catalog);
      assert.deepEqual(columnsOf(result), columns);
      assert.deepEqual(rowsOf(result), rows);
      const reported = result.figures.warnings.filter(
        (text) => !text.startsWith('No limit defined'),
      );
      assert.deepEqual(reported, warnings);
    });
  }
}

/** Returns the columns of a result as `name:type`. */
function columnsOf({ table }: QueryResult): readonly string[] {
  return table.columns.map(({ name, type }) => `${name}:${type}`);
}

/** Returns the rows of a result in the form of examples. */
function rowsOf({ table }: QueryResult): readonly (readonly ExampleCell[])[] {
  const types = table.columns.map(({ type }) => type);
  return table.rows.map((row) => row.map((cell, at) => shownCell(cell, types[at] ?? 'null')));
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
