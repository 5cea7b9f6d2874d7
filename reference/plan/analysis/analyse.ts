import type { Work } from '../../base/work.ts';
import type { Evaluation } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { Plan, PlanStep } from '../plan.ts';
import type { SourceSchema } from '../source/source-schema.ts';
import type { CommandOf, CommandTree, QueryTree } from '../syntax.ts';
import { aggregate } from './aggregate.ts';
import { dropColumns, keepColumns, renameColumns } from './choose-columns.ts';
import {
  addColumns,
  expandColumn,
  keepRows,
  makeRow,
  readSource,
  showInformation,
  sortRows,
} from './row-commands.ts';
import type { Analysis, Relation } from './scope.ts';
import { noColumns, verificationRefusal, withStep } from './scope.ts';

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
 * Takes a query and the schema of its source; returns the plan. Throws verification_exception for a problem.
 *
 * query.columns-array, query.limit-default.
 */
export function* analyse(tree: QueryTree, context: AnalysisContext): Work<Plan> {
  const { steps, columns } = yield* applyCommands(tree, context);
  const { limits, warnings } = rowLimit(tree, context.rowLimits);
  return { steps: [...steps, ...limits], shown: [...columns.values()], warnings };
}

function* applyCommands(tree: QueryTree, context: AnalysisContext): Work<Relation> {
  const analysis: Analysis = { ...context, slots: 0 };
  let relation: Relation = { steps: [], columns: noColumns };
  try {
    for (const command of tree) {
      relation = yield* applyCommand(command, relation, analysis);
      yield;
    }
    return relation;
  } catch (error) {
    throw error instanceof QueryProblem ? verificationRefusal(error) : error;
  }
}

/** Applies a command to the rows of the previous one. */
const commands: { readonly [K in CommandTree['kind']]: Command<K> } = {
  from: (_, { metadata }, analysis) => readSource(metadata, analysis),
  row: (_, { values }, analysis) => makeRow(values, analysis),
  show: (_, { place }, analysis) => showInformation(place, analysis),
  where: keepRows,
  eval: (before, { values }, analysis) => addColumns(values, { before, analysis }),
  stats: aggregate,
  sort: sortRows,
  limit: (before, { count }) => withStep(before, { kind: 'limit', count }),
  keep: keepColumns,
  drop: dropColumns,
  rename: renameColumns,
  expand: expandColumn,
};

type Command<K extends CommandTree['kind']> = (
  before: Relation,
  command: CommandOf<K>,
  analysis: Analysis,
) => Relation | Work<Relation>;

function* applyCommand(command: CommandTree, before: Relation, analysis: Analysis): Work<Relation> {
  const apply = commands[command.kind] as Command<CommandTree['kind']>;
  const after = apply(before, command, analysis);
  return 'next' in after ? yield* after : after;
}

/** Returns the default limit of a query without LIMIT, and the maximum for one with a higher one, with a warning. */
function rowLimit(
  tree: QueryTree,
  rowLimits: RowLimits | undefined,
): { readonly limits: readonly PlanStep[]; readonly warnings: readonly string[] } {
  if (rowLimits === undefined) return { limits: [], warnings: [] };
  const { defaultRows, maxRows } = rowLimits;
  const given = Math.min(...tree.map((each) => (each.kind === 'limit' ? each.count : Infinity)));
  const count = given === Infinity ? Math.min(defaultRows, maxRows) : maxRows;
  const limits = [{ kind: 'limit', count } as const];
  if (given <= maxRows) return { limits, warnings: [] };
  const warning =
    given === Infinity
      ? `No limit defined, adding default limit of [${count}]`
      : `Limit of [${given}] is above the maximum, adding limit of [${count}]`;
  return { limits, warnings: [warning] };
}
