import type { Work } from '../../../base/work.ts';
import type { Expression } from '../../expression.ts';
import type { OutputColumn } from '../../plan.ts';
import type { NamedTree } from '../../syntax.ts';
import { resolveExpression } from '../resolve-expression.ts';
import type { Analysis, Relation } from '../scope.ts';
import { noColumns, noting, treesInStep, withColumns } from '../scope.ts';
import { shownType } from '../shown-type.ts';

/** ROW: one row of constants. */
export function* makeRow(fields: readonly NamedTree[], analysis: Analysis): Work<Relation> {
  const values: Expression[] = [];
  const output: OutputColumn[] = [];
  for (const [nth, { name, value }] of fields.entries()) {
    if (nth % treesInStep === treesInStep - 1) yield;
    const found = resolveExpression(value, { analysis, columns: noColumns });
    const type = found && noting(analysis, () => shownType(found));
    output.push({ name, type: type ?? 'null' });
    values.push(found ?? { kind: 'constant', type: 'null', values: [], place: value.place });
  }
  const columns = output.map((column, nth) => ({ ...column, at: nth }));
  return { node: { kind: 'row', output, values }, columns: withColumns(noColumns, columns) };
}
