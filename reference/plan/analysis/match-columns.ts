import { textOf } from '../values.ts';
import type { Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { PlanNode, SourceLoad } from '../plan.ts';
import type { CallTree, ExpressionTree, LiteralTree } from '../syntax.ts';
import { nowhere, select } from './extend.ts';
import { checkSupported, columnOf } from './resolve-expression.ts';
import type { Analysis, Relation } from './scope.ts';
import { columnAt, noting, scopeOf } from './scope.ts';

/** A relation that also carries whether its documents match, and the column for each call. */
export interface Matched {
  readonly relation: Relation;
  readonly replaced: ReadonlyMap<ExpressionTree, Expression | undefined>;
}

/**
 * Takes conditions; lets the source say which documents meet the full-text queries in them (`match(field, "text")`,
 * `field : "text"`), and gives the columns that hold it.
 */
export function matchColumns(
  relation: Relation,
  conditions: readonly ExpressionTree[],
  analysis: Analysis,
): Matched {
  const replaced = new Map<ExpressionTree, Expression | undefined>();
  let { node } = relation;
  for (const call of conditions.flatMap(matchCalls)) {
    const load = noting(analysis, () => matchLoad(call, relation, analysis));
    if (load === undefined) {
      replaced.set(call, undefined);
      continue;
    }
    const added = withLoad(node, load);
    replaced.set(call, columnAt(added.output.length - 1, 'boolean', call.place));
    node = added;
  }
  return { relation: { ...relation, node }, replaced };
}

function matchCalls(tree: ExpressionTree): readonly CallTree[] {
  if (tree.kind !== 'call') return [];
  return tree.name === 'match' ? [tree] : tree.operands.flatMap(matchCalls);
}

function matchLoad(call: CallTree, relation: Relation, analysis: Analysis): SourceLoad | undefined {
  const { operands, place } = call;
  const [field, query, ...others] = operands;
  if (field === undefined || query === undefined || others.length > 0) {
    throw new QueryProblem(place, `[match] takes a field and a text, found [${place.text}]`);
  }
  const scope = scopeOf(relation, analysis);
  const column = field.kind === 'name' ? columnOf(field, scope) : undefined;
  if (column?.broken === true) return undefined;
  if (field.kind !== 'name' || column?.field === undefined) {
    throw new QueryProblem(
      place,
      `[MATCH] function cannot operate on [${field.place.text}], which is not a field from an index mapping`,
    );
  }
  checkSupported(field, column, scope);
  if (query.kind !== 'literal' || query.values.length !== 1) {
    throw new QueryProblem(
      place,
      `second argument of [${place.text}] must be a constant, received [${query.place.text}]`,
    );
  }
  return { kind: 'match', field: column.field, query: queryText(query, analysis) };
}

function queryText({ values, type }: LiteralTree, { evaluation }: Analysis): string {
  const [value = ''] = values;
  return typeof value === 'string' ? value : textOf(value, type, { zone: evaluation.zone });
}

/** Gives a chain of nodes with one more column of its source as the last. */
function withLoad(node: PlanNode, load: SourceLoad): PlanNode {
  const added = { name: '', type: 'boolean' } as const;
  switch (node.kind) {
    case 'source':
      return { ...node, loads: [...node.loads, load], output: [...node.output, added] };
    case 'filter':
    case 'sort':
    case 'limit':
    case 'expand': {
      const input = withLoad(node.input, load);
      return { ...node, input, output: input.output };
    }
    case 'project': {
      const input = withLoad(node.input, load);
      const value = columnAt(input.output.length - 1, 'boolean', nowhere);
      return { ...node, input, values: [...node.values, value], output: [...node.output, added] };
    }
    case 'extract':
    case 'inline_aggregate': {
      const input = withLoad(node.input, load);
      const before = input.output.length - 1;
      const own = node.output.slice(before);
      const output = [...input.output, ...own];
      const places = output.map((column, at) => ({ ...column, at }));
      const [moved] = places.splice(before, 1);
      return select({ ...node, input, output }, moved === undefined ? places : [...places, moved]);
    }
    case 'row':
    case 'aggregate':
    default:
      throw new TypeError('no field of an index goes through here');
  }
}
