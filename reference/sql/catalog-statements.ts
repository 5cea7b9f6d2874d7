import type { Block } from '../plan/block.ts';
import { wildcardTest } from '../plan/functions/regex/wildcard.ts';
import { queryShards } from '../plan/query-shards.ts';
import { openSource } from '../plan/source/open-source.ts';
import type { QueryWorld } from '../plan/start-query.ts';
import type { Catalog } from '../store/catalog-types.ts';
import type { DescribeStatement, ShowTablesStatement } from './parse/statement.ts';
import type { SqlTable } from './shape-result.ts';
import type { SqlColumn } from './sql-types.ts';
import { sqlTypeName, standardTypeName } from './sql-types.ts';

/** SHOW TABLES: gives a row for each index and alias whose name fits, ascending by name. */
export function showTables(
  { pattern }: ShowTablesStatement,
  cluster: string,
  catalog: Catalog,
): SqlTable {
  const isWanted = wildcardTest(pattern);
  const names = [
    ...[...catalog.indices.keys()].map((name) => ({ name, type: 'TABLE', kind: 'INDEX' })),
    ...[...catalog.aliases().keys()].map((name) => ({ name, type: 'VIEW', kind: 'ALIAS' })),
  ];
  const rows = names
    .filter(({ name }) => isWanted(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, kind }) => [cluster, name, type, kind]);
  return textTable(['catalog', 'name', 'type', 'kind'], rows);
}

/** DESCRIBE: gives a row for each column of a table, ascending by name. Rejects where there is no such index. */
export async function describeTable(
  { table }: DescribeStatement,
  { catalog, environment }: QueryWorld,
): Promise<SqlTable> {
  const shards = queryShards(table.target, table.place, catalog);
  const { schema } = await openSource({ shards, filter: undefined, environment });
  const rows = [...schema.fields.values()].map(({ name, type, mapped_type }) => [
    name,
    standardTypeName(type),
    type === 'unsupported' ? mapped_type : sqlTypeName(type),
  ]);
  return textTable(['column', 'type', 'mapping'], rows);
}

function textTable(names: readonly string[], rows: readonly (readonly string[])[]): SqlTable {
  const columns: readonly SqlColumn[] = names.map((name) => ({ name, type: 'keyword' }));
  const blocks = names.map((_, at): Block => ({
    kind: 'string',
    rows: rows.length,
    starts: undefined,
    values: rows.map((row) => row[at] ?? ''),
  }));
  return { columns, pages: rows.length === 0 ? [] : [{ rows: rows.length, blocks }] };
}
