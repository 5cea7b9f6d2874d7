import { at, defined } from '../../base/assert.ts';
import type { AggregateCall } from '../aggregate.ts';
import type { Expression } from '../expression.ts';
import type {
  AggregateNode,
  ExpandNode,
  ExtractNode,
  InlineAggregateNode,
  PlanNode,
  ProjectNode,
  RowNode,
  SortNode,
  SourceNode,
} from '../plan.ts';
import { addColumns, moveColumns } from './expression-columns.ts';

/** A node with fewer columns, and the new positions of the remaining ones. */
interface Pruned {
  readonly node: PlanNode;
  readonly places: ReadonlyMap<number, number>;
}

/** Returns a plan without the columns that no node above reads. */
export function pruneColumns(root: PlanNode): PlanNode {
  return prune(root, new Set(root.output.keys())).node;
}

function prune(node: PlanNode, needed: ReadonlySet<number>): Pruned {
  switch (node.kind) {
    case 'source':
      return pruneSource(node, needed);
    case 'row':
      return pruneRow(node, needed);
    case 'filter': {
      const input = prune(node.input, withColumns(needed, [node.condition]));
      const condition = moveColumns(node.condition, input.places);
      return over(input, { ...node, input: input.node, condition, output: input.node.output });
    }
    case 'limit': {
      const input = prune(node.input, needed);
      return over(input, { ...node, input: input.node, output: input.node.output });
    }
    case 'project':
      return pruneProject(node, needed);
    case 'sort':
      return pruneSort(node, needed);
    case 'expand':
      return pruneExpand(node, needed);
    case 'extract':
      return pruneExtract(node, needed);
    case 'aggregate':
      return pruneAggregate(node, needed);
    case 'inline_aggregate':
      return pruneInlineAggregate(node, needed);
    default:
      return node satisfies never;
  }
}

function over({ places }: Pruned, node: PlanNode): Pruned {
  return { node, places };
}

function pruneSource(node: SourceNode, needed: ReadonlySet<number>): Pruned {
  const kept = [...node.output.keys()].filter((at) => needed.has(at));
  const loads = kept.map((column) => at(node.loads, column));
  const output = kept.map((column) => at(node.output, column));
  return { node: { ...node, loads, output }, places: placesOf(kept) };
}

function pruneRow(node: RowNode, needed: ReadonlySet<number>): Pruned {
  const kept = [...node.output.keys()].filter((at) => needed.has(at));
  const values = kept.map((column) => at(node.values, column));
  const output = kept.map((column) => at(node.output, column));
  return { node: { ...node, values, output }, places: placesOf(kept) };
}

function pruneProject(node: ProjectNode, needed: ReadonlySet<number>): Pruned {
  const kept = [...node.values.keys()].filter((at) => needed.has(at));
  const used = kept.map((column) => at(node.values, column));
  const input = prune(node.input, withColumns(new Set(), used));
  const values = used.map((value) => moveColumns(value, input.places));
  const output = kept.map((column) => at(node.output, column));
  const below = input.node;
  const isSame =
    values.length === below.output.length &&
    values.every((value, at) => value.kind === 'column' && value.at === at);
  if (!isSame) return { node: { ...node, input: below, values, output }, places: placesOf(kept) };
  return { node: renamed(below, output), places: placesOf(kept) };
}

/** Renames the columns of a node; a projection that only renames is removed. */
function renamed(node: PlanNode, output: PlanNode['output']): PlanNode {
  const hasSameOutput =
    node.kind === 'filter' ||
    node.kind === 'limit' ||
    node.kind === 'sort' ||
    node.kind === 'expand';
  if (!hasSameOutput) return { ...node, output };
  return { ...node, output, input: renamed(node.input, output) };
}

function pruneSort(node: SortNode, needed: ReadonlySet<number>): Pruned {
  const values = node.keys.map(({ value }) => value);
  const input = prune(node.input, withColumns(needed, values));
  const keys = node.keys.map((key) => ({ ...key, value: moveColumns(key.value, input.places) }));
  return over(input, { ...node, input: input.node, keys, output: input.node.output });
}

function pruneExpand(node: ExpandNode, needed: ReadonlySet<number>): Pruned {
  const input = prune(node.input, new Set([...needed, node.at]));
  const place = defined(input.places.get(node.at), 'place of the expanded column');
  return over(input, { ...node, input: input.node, at: place, output: input.node.output });
}

/** The extracted columns are kept or removed together: the pattern returns all of them at once. */
function pruneExtract(node: ExtractNode, needed: ReadonlySet<number>): Pruned {
  const before = node.input.output.length;
  const below = [...needed].filter((at) => at < before);
  const input = prune(node.input, withColumns(new Set(below), [node.value]));
  const own = node.output.slice(before);
  const first = input.node.output.length;
  const places = new Map(input.places);
  for (const nth of own.keys()) places.set(before + nth, first + nth);
  const value = moveColumns(node.value, input.places);
  const output = [...input.node.output, ...own];
  return { node: { ...node, input: input.node, value, output }, places };
}

function pruneAggregate(node: AggregateNode, needed: ReadonlySet<number>): Pruned {
  const count = node.aggregates.length;
  const kept = [...node.output.keys()].filter((at) => at >= count || needed.has(at));
  const used = node.aggregates.filter((_, at) => needed.has(at));
  const wanted = withColumns(new Set(), [...node.keys, ...used.flatMap(expressionsOf)]);
  const input = prune(node.input, wanted);
  return {
    node: {
      ...node,
      input: input.node,
      aggregates: used.map((call) => movedCall(call, input.places)),
      keys: node.keys.map((key) => moveColumns(key, input.places)),
      output: kept.map((column) => at(node.output, column)),
    },
    places: placesOf(kept),
  };
}

function pruneInlineAggregate(node: InlineAggregateNode, needed: ReadonlySet<number>): Pruned {
  const before = node.input.output.length;
  const keptCalls = [...node.aggregates.keys()].filter((nth) => needed.has(before + nth));
  const used = keptCalls.map((nth) => at(node.aggregates, nth));
  const below = [...needed].filter((at) => at < before);
  const wanted = withColumns(new Set(below), [...node.keys, ...used.flatMap(expressionsOf)]);
  const input = prune(node.input, wanted);
  if (used.length === 0) return input;
  const first = input.node.output.length;
  const places = new Map(input.places);
  for (const [nth, call] of keptCalls.entries()) places.set(before + call, first + nth);
  return {
    node: {
      ...node,
      input: input.node,
      aggregates: used.map((call) => movedCall(call, input.places)),
      keys: node.keys.map((key) => moveColumns(key, input.places)),
      output: [...input.node.output, ...keptCalls.map((nth) => at(node.output, before + nth))],
    },
    places,
  };
}

function expressionsOf({ operands, where }: AggregateCall): readonly Expression[] {
  return where === undefined ? operands : [...operands, where];
}

function movedCall(call: AggregateCall, places: ReadonlyMap<number, number>): AggregateCall {
  const operands = call.operands.map((operand) => moveColumns(operand, places));
  return { ...call, operands, where: call.where && moveColumns(call.where, places) };
}

function withColumns(
  needed: ReadonlySet<number>,
  expressions: readonly Expression[],
): ReadonlySet<number> {
  const all = new Set(needed);
  for (const expression of expressions) addColumns(expression, all);
  return all;
}

function placesOf(kept: readonly number[]): ReadonlyMap<number, number> {
  return new Map(kept.map((at, place) => [at, place]));
}
