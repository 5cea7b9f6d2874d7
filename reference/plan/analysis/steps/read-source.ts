import type { ColumnType } from '../../column-type.ts';
import type { OutputColumn, SourceLoad } from '../../plan.ts';
import type { NameTree } from '../../syntax.ts';
import type { Analysis, Relation } from '../scope.ts';
import { noColumns, withColumns } from '../scope.ts';

type MetadataName = Extract<SourceLoad, { readonly kind: 'metadata' }>['name'];

const metadataTypes: ReadonlyMap<string, readonly [MetadataName, ColumnType]> = new Map([
  ['_index', ['_index', 'keyword']],
  ['_id', ['_id', 'keyword']],
  ['_version', ['_version', 'long']],
  ['_source', ['_source', 'keyword']],
  ['_ignored', ['_ignored', 'keyword']],
]);

/** FROM: the fields of the indices, ascending by name, then the fields named after METADATA. */
export function readSource(metadata: readonly NameTree[], { schema }: Analysis): Relation {
  const loads: SourceLoad[] = [];
  const output: OutputColumn[] = [];
  for (const { name, type } of schema.fields.values()) {
    loads.push({ kind: 'field', field: name, type });
    output.push({ name, type });
  }
  for (const { name } of metadata) {
    const known = metadataTypes.get(name);
    if (known === undefined) continue;
    loads.push({ kind: 'metadata', name: known[0] });
    output.push({ name, type: known[1] });
  }
  const columns = output.map((column, at) => ({
    ...column,
    at,
    ...(loads[at]?.kind === 'field' ? { field: column.name } : {}),
  }));
  return { node: { kind: 'source', output, loads }, columns: withColumns(noColumns, columns) };
}
