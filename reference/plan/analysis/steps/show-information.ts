import { packageVersion } from '../../../base/package-version.ts';
import { nowhere } from '../extend.ts';
import type { Relation } from '../scope.ts';
import { noColumns, withColumns } from '../scope.ts';

/** SHOW INFO: one row about the service. */
export function showInformation(): Relation {
  const facts = [
    ['version', packageVersion()],
    ['date', 'unknown'],
    ['hash', 'unknown'],
  ] as const;
  const output = facts.map(([name]) => ({ name, type: 'keyword' as const }));
  const values = facts.map(([, value]) => ({
    kind: 'constant' as const,
    type: 'keyword' as const,
    values: [value],
    place: nowhere,
  }));
  const columns = output.map((column, at) => ({ ...column, at }));
  return { node: { kind: 'row', output, values }, columns: withColumns(noColumns, columns) };
}
