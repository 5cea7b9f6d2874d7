import type { Work } from '../../base/work.ts';
import type { Evaluation } from '../expression.ts';
import type { Plan, PlanNode } from '../plan.ts';
import type { SourceSchema } from '../source.ts';
import type { CommandTree, QueryTree } from '../syntax.ts';
import { select } from './extend.ts';
import type { Analysis, Relation } from './scope.ts';
import { noColumns } from './scope.ts';
import { addColumns } from './steps/add-columns.ts';
import { aggregate } from './steps/aggregate.ts';
import { dropColumns, keepColumns } from './steps/choose-columns.ts';
import { expandColumn } from './steps/expand-column.ts';
import { extractColumns } from './steps/extract-columns.ts';
import { keepRows } from './steps/keep-rows.ts';
import { makeRow } from './steps/make-row.ts';
import { readSource } from './steps/read-source.ts';
import { renameColumns } from './steps/rename-columns.ts';
import { showInformation } from './steps/show-information.ts';
import { sortRows } from './steps/sort-rows.ts';
import { verificationRefusal } from './verification.ts';

/** Limits on the number of rows of a result. */
export interface RowLimits {
  /** Used if the query has no LIMIT. */
  readonly defaultRows: number;
  readonly maxRows: number;
}

/** The context of the analysis of a query. */
export interface AnalysisContext {
  readonly schema: SourceSchema;
  readonly evaluation: Evaluation;
  /** Undefined: no limit. */
  readonly rowLimits: RowLimits | undefined;
}

/**
 * Takes a query and the schema of its source; returns the plan. Throws verification_exception with all problems.
 *
 * query.columns-array, query.limit-default.
 */
export function* analyse(tree: QueryTree, context: AnalysisContext): Work<Plan> {
  const { node: last, columns } = yield* relationOf(tree, { ...context, problems: [] });
  const { node, warnings } = limited(tree, last, context.rowLimits);
  const shown = select(node, columns.values());
  return { root: shown, warnings };
}

/** Applies all commands. Throws verification_exception with all problems. */
function* relationOf(tree: QueryTree, analysis: Analysis): Work<Relation> {
  let relation: Relation = { node: { kind: 'row', output: [], values: [] }, columns: noColumns };
  for (const command of tree) {
    relation = yield* applyCommand(command, relation, analysis);
    yield;
  }
  if (analysis.problems.length > 0) throw verificationRefusal(analysis.problems);
  return relation;
}

/** Applies a command to the rows of the previous one. */
const steps: { readonly [K in CommandTree['kind']]: Step<K> } = {
  from: (_, { metadata }, analysis) => readSource(metadata, analysis),
  row: (_, { values }, analysis) => makeRow(values, analysis),
  show: () => showInformation(),
  where: (before, { condition }, analysis) => keepRows(before, condition, analysis),
  eval: (before, { values }, analysis) => addColumns(before, values, analysis),
  stats: aggregate,
  sort: (before, { keys }, analysis) => sortRows(before, keys, analysis),
  limit: (before, { count }) => ({ ...before, node: limitTo(before.node, count) }),
  keep: (before, { names }, analysis) => keepColumns(before, names, analysis),
  drop: (before, { names }, analysis) => dropColumns(before, names, analysis),
  rename: (before, { renames }, analysis) => renameColumns(before, renames, analysis),
  dissect: extractColumns,
  grok: extractColumns,
  expand: (before, { column }, analysis) => expandColumn(before, column, analysis),
};

type Step<K extends CommandTree['kind']> = (
  before: Relation,
  command: Extract<CommandTree, { readonly kind: K }>,
  analysis: Analysis,
) => Relation | Work<Relation>;

function* applyCommand(command: CommandTree, before: Relation, analysis: Analysis): Work<Relation> {
  const step = steps[command.kind] as Step<CommandTree['kind']>;
  const after = step(before, command, analysis);
  return 'next' in after ? yield* after : after;
}

/** Adds the default limit to a query without LIMIT, and the maximum to a query with a higher one, with a warning. */
function limited(
  tree: QueryTree,
  node: PlanNode,
  rowLimits: RowLimits | undefined,
): { readonly node: PlanNode; readonly warnings: readonly string[] } {
  if (rowLimits === undefined) return { node, warnings: [] };
  const { defaultRows, maxRows } = rowLimits;
  const limits = tree.flatMap((command) => (command.kind === 'limit' ? [command.count] : []));
  if (limits.length === 0) {
    const rows = Math.min(defaultRows, maxRows);
    const warning = `No limit defined, adding default limit of [${rows}]`;
    return { node: limitTo(node, rows), warnings: [warning] };
  }
  const isCapped = Math.min(...limits) > maxRows;
  const warning = `Limit of [${Math.min(...limits)}] is above the maximum, adding limit of [${maxRows}]`;
  return { node: limitTo(node, maxRows), warnings: isCapped ? [warning] : [] };
}

function limitTo(input: PlanNode, count: number): PlanNode {
  return { kind: 'limit', input, count, output: input.output };
}
