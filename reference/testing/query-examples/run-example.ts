import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../base/environment.ts';
import { systemEnvironment } from '../../base/environment.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { parseJson } from '../../base/json.ts';
import { encodeTable } from '../../formats/encode-table.ts';
import { plainForm } from '../../formats/format.ts';
import type { QueryRequest } from '../../plan/start-query.ts';
import { startQuery } from '../../plan/start-query.ts';
import type { QueryResult, QueryTask } from '../../plan/task.ts';
import { MemoryCatalog } from '../../store/catalog.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { QueryParams } from '../../query/params.ts';
import { parseQueryText } from '../../query/parse-query-text.ts';
import { exampleIndices } from './indices.ts';

/** A query, and its result over the indices of the examples. */
export interface QueryExample {
  readonly query: string;
  /** `name:type` of each column, in order. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly JsonValue[])[];
  /** Texts of the warnings other than that of the default limit; absent if there are none. */
  readonly warnings?: readonly string[];
}

/** Returns a catalog with the indices of the examples. */
export function exampleCatalog(): Catalog {
  const catalog = new MemoryCatalog(systemEnvironment());
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

/** Settings of the request of a query, values for its placeholders, and the environment in which it runs. */
export interface QueryGiven extends Partial<Omit<QueryRequest, 'tree'>> {
  readonly params?: QueryParams;
  readonly environment?: Environment;
}

/** Starts a query. */
export function startText(
  text: string,
  catalog: Catalog,
  { params = [], environment = systemEnvironment(), filter, ...settings }: QueryGiven = {},
): Promise<QueryTask> {
  const tree = parseQueryText(text, params);
  return startQuery({ tree, filter, ...settings }, { catalog, environment });
}

/** Runs a query. */
export async function runText(
  text: string,
  catalog: Catalog,
  given?: QueryGiven,
): Promise<QueryResult> {
  return (await startText(text, catalog, given)).result;
}

/** Returns the columns and the rows of a result as an answer in JSON shows them, and its warnings. */
export function shownResult({ table, figures }: QueryResult, zone = 'UTC') {
  const document = {
    before: {},
    table,
    namesColumns: true,
    rowsMember: 'values',
    after: {},
  } as const;
  const pieces = [...encodeTable(document, { form: plainForm, columnar: false, zone })];
  const { columns, values } = parseJson(pieces.join('')) as unknown as {
    readonly columns: readonly { readonly name: string; readonly type: string }[];
    readonly values: readonly (readonly JsonValue[])[];
  };
  return {
    columns: columns.map(({ name, type }) => `${name}:${type}`),
    rows: values,
    warnings: figures.warnings.filter((text) => !text.startsWith('No limit defined')),
  };
}

/** Registers a test for each example. */
export function testExamples(examples: readonly QueryExample[]): void {
  const catalog = exampleCatalog();
  for (const { query, warnings = [], ...expected } of examples) {
    void test(query, async () => {
      assert.deepEqual(shownResult(await runText(query, catalog)), { ...expected, warnings });
    });
  }
}
