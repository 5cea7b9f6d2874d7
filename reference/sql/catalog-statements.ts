import { at } from '../base/assert.ts';
import { wildcardMatcher } from '../base/wildcard.ts';
import { queryShards } from '../plan/query-shards.ts';
import { openSource } from '../plan/source/open-source.ts';
import type { QueryServices } from '../plan/start-query.ts';
import { isHidden } from '../store/catalog/resolve.ts';
import type { Catalog } from '../store/catalog-types.ts';
import type { DescribeStatement, ShowTablesStatement } from './parse/trees.ts';
import type { SqlTable } from './shape-result.ts';
import type { SqlColumn } from './sql-types.ts';
import { sqlTypeName, standardTypeName } from './sql-types.ts';

/**
 * SHOW TABLES: returns a row for each index, alias and data stream whose name matches, ascending by name. Hidden ones
 * are omitted unless the pattern is the full name, or begins with a dot and is not `.*`.
 */
export function showTables(
  { pattern }: ShowTablesStatement,
  cluster: string,
  catalog: Catalog,
): SqlTable {
  const isWanted = wildcardMatcher(pattern);
  const rows = tablesIn(catalog)
    .filter(({ name, hidden }) => isWanted(name) && (!hidden || reachesHidden(pattern, name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, isView }) =>
      isView ? [cluster, name, 'VIEW', 'ALIAS'] : [cluster, name, 'TABLE', 'INDEX'],
    );
  return textTable(['catalog', 'name', 'type', 'kind'], rows);
}

interface NamedTable {
  readonly name: string;
  readonly isView: boolean;
  readonly hidden: boolean;
}

/** Returns all tables. A data stream is listed like an alias, because it is a name for several indices. */
function tablesIn(catalog: Catalog): readonly NamedTable[] {
  return [
    ...[...catalog.indices].map(([name, index]) => ({
      name,
      isView: false,
      hidden: isHidden(index),
    })),
    ...[...catalog.aliases()].map(([name, members]) => ({
      name,
      isView: true,
      hidden: members.every(({ aliases }) => aliases.get(name)?.is_hidden === true),
    })),
    ...[...catalog.dataStreams.keys()].map((name) => ({ name, isView: true, hidden: false })),
  ];
}

function reachesHidden(pattern: string, name: string): boolean {
  return pattern === name || (pattern.startsWith('.') && pattern !== '.*');
}

/** DESCRIBE: returns a row for each column of a table, ascending by name. Rejects if there is no such index. */
export async function describeTable(
  { table }: DescribeStatement,
  { catalog, environment }: QueryServices,
): Promise<SqlTable> {
  const shards = queryShards(table.target, table.place, catalog);
  const { schema } = await openSource({ shards, filter: undefined, environment });
  const rows = [...schema.fields.values()].map(({ name, type, mappedType }) => [
    name,
    standardTypeName(type),
    type === 'unsupported' ? mappedType : sqlTypeName(type),
  ]);
  return textTable(['column', 'type', 'mapping'], rows);
}

function textTable(names: readonly string[], rows: readonly (readonly string[])[]): SqlTable {
  const columns: readonly SqlColumn[] = names.map((name) => ({ name, type: 'keyword' }));
  const cells = names.map((_, index) => rows.map((row) => at(row, index)));
  return { columns, pages: rows.length === 0 ? [] : [{ rows: rows.length, columns: cells }] };
}
