import { at, defined } from '../../base/assert.ts';
import type { Work } from '../../base/work.ts';
import type { AggregateCall } from '../aggregate.ts';
import type { Expression } from '../expression.ts';
import { addColumns, columnsBehind, moveColumns } from '../expression-columns.ts';
import type {
  AggregateNode,
  ExpandNode,
  ExtendNode,
  ExtractNode,
  InlineAggregateNode,
  PlanNode,
  ProjectNode,
  RowNode,
  SortNode,
  SourceNode,
} from '../plan.ts';

/** A node with fewer columns, and the new positions of the remaining ones. */
interface Pruned {
  readonly node: PlanNode;
  readonly places: ReadonlyMap<number, number>;
}

/** Returns a plan without the columns that no node above reads. */
export function* pruneColumns(root: PlanNode): Work<PlanNode> {
  const { node } = yield* prune(root, new Set(root.output.keys()));
  return node;
}

function* prune(node: PlanNode, needed: ReadonlySet<number>): Work<Pruned> {
  yield;
  switch (node.kind) {
    case 'source':
      return pruneSource(node, needed);
    case 'row':
      return pruneRow(node, needed);
    case 'filter': {
      const input = yield* prune(node.input, withColumns(needed, [node.condition]));
      const condition = moved(node.condition, input.places);
      return over(input, { ...node, input: input.node, condition, output: input.node.output });
    }
    case 'limit': {
      const input = yield* prune(node.input, needed);
      return over(input, { ...node, input: input.node, output: input.node.output });
    }
    case 'extend':
      return yield* pruneExtend(node, needed);
    case 'project':
      return yield* pruneProject(node, needed);
    case 'sort':
      return yield* pruneSort(node, needed);
    case 'expand':
      return yield* pruneExpand(node, needed);
    case 'extract':
      return yield* pruneExtract(node, needed);
    case 'aggregate':
      return yield* pruneAggregate(node, needed);
    case 'inline_aggregate':
      return yield* pruneInlineAggregate(node, needed);
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

function* pruneExtend(node: ExtendNode, needed: ReadonlySet<number>): Work<Pruned> {
  const before = node.input.output.length;
  const wanted = columnsBehind(node, needed);
  const kept = [...node.values.keys()].filter((nth) => wanted.has(before + nth));
  const below = [...wanted].filter((place) => place < before);
  const input = yield* prune(node.input, new Set(below));
  if (kept.length === 0) return input;
  const first = input.node.output.length;
  const places = new Map(input.places);
  for (const [nth, value] of kept.entries()) places.set(before + value, first + nth);
  const values = kept.map((nth) => moved(at(node.values, nth), places));
  const output = [...input.node.output, ...kept.map((nth) => at(node.output, before + nth))];
  return { node: { ...node, input: input.node, values, output }, places };
}

function* pruneProject(node: ProjectNode, needed: ReadonlySet<number>): Work<Pruned> {
  const kept = [...node.places.keys()].filter((at) => needed.has(at));
  const used = kept.map((column) => at(node.places, column));
  const input = yield* prune(node.input, new Set(used));
  const places = used.map((place) => defined(input.places.get(place), 'place of a column'));
  const output = kept.map((column) => at(node.output, column));
  const below = input.node;
  const isSame =
    places.length === below.output.length && places.every((place, nth) => place === nth);
  if (!isSame) return { node: { ...node, input: below, places, output }, places: placesOf(kept) };
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

function* pruneSort(node: SortNode, needed: ReadonlySet<number>): Work<Pruned> {
  const values = node.keys.map(({ value }) => value);
  const input = yield* prune(node.input, withColumns(needed, values));
  const keys = node.keys.map((key) => ({ ...key, value: moved(key.value, input.places) }));
  return over(input, { ...node, input: input.node, keys, output: input.node.output });
}

function* pruneExpand(node: ExpandNode, needed: ReadonlySet<number>): Work<Pruned> {
  const input = yield* prune(node.input, new Set([...needed, node.at]));
  const place = defined(input.places.get(node.at), 'place of the expanded column');
  return over(input, { ...node, input: input.node, at: place, output: input.node.output });
}

/** The extracted columns are kept or removed together: the pattern returns all of them at once. */
function* pruneExtract(node: ExtractNode, needed: ReadonlySet<number>): Work<Pruned> {
  const before = node.input.output.length;
  const below = [...needed].filter((at) => at < before);
  const input = yield* prune(node.input, withColumns(new Set(below), [node.value]));
  const own = node.output.slice(before);
  const first = input.node.output.length;
  const places = new Map(input.places);
  for (const nth of own.keys()) places.set(before + nth, first + nth);
  const value = moved(node.value, input.places);
  const output = [...input.node.output, ...own];
  return { node: { ...node, input: input.node, value, output }, places };
}

function* pruneAggregate(node: AggregateNode, needed: ReadonlySet<number>): Work<Pruned> {
  const count = node.aggregates.length;
  const kept = [...node.output.keys()].filter((at) => at >= count || needed.has(at));
  const used = node.aggregates.filter((_, at) => needed.has(at));
  const wanted = withColumns(new Set(), [...node.keys, ...used.flatMap(expressionsOf)]);
  const input = yield* prune(node.input, wanted);
  return {
    node: {
      ...node,
      input: input.node,
      aggregates: used.map((call) => movedCall(call, input.places)),
      keys: node.keys.map((key) => moved(key, input.places)),
      output: kept.map((column) => at(node.output, column)),
    },
    places: placesOf(kept),
  };
}

function* pruneInlineAggregate(
  node: InlineAggregateNode,
  needed: ReadonlySet<number>,
): Work<Pruned> {
  const before = node.input.output.length;
  const keptCalls = [...node.aggregates.keys()].filter((nth) => needed.has(before + nth));
  const used = keptCalls.map((nth) => at(node.aggregates, nth));
  const below = [...needed].filter((at) => at < before);
  const wanted = withColumns(new Set(below), [...node.keys, ...used.flatMap(expressionsOf)]);
  const input = yield* prune(node.input, wanted);
  if (used.length === 0) return input;
  const first = input.node.output.length;
  const places = new Map(input.places);
  for (const [nth, call] of keptCalls.entries()) places.set(before + call, first + nth);
  return {
    node: {
      ...node,
      input: input.node,
      aggregates: used.map((call) => movedCall(call, input.places)),
      keys: node.keys.map((key) => moved(key, input.places)),
      output: [...input.node.output, ...keptCalls.map((nth) => at(node.output, before + nth))],
    },
    places,
  };
}

function expressionsOf({ operands, where }: AggregateCall): readonly Expression[] {
  return where === undefined ? operands : [...operands, where];
}

function movedCall(call: AggregateCall, places: ReadonlyMap<number, number>): AggregateCall {
  const operands = call.operands.map((operand) => moved(operand, places));
  return { ...call, operands, where: call.where && moved(call.where, places) };
}

function withColumns(
  needed: ReadonlySet<number>,
  expressions: readonly Expression[],
): ReadonlySet<number> {
  const all = new Set(needed);
  for (const expression of expressions) addColumns(expression, all);
  return all;
}

/** Returns an expression for the new positions of its columns. */
function moved(expression: Expression, places: ReadonlyMap<number, number>): Expression {
  return moveColumns(expression, (place) => places.get(place) ?? place);
}

function placesOf(kept: readonly number[]): ReadonlyMap<number, number> {
  return new Map(kept.map((at, place) => [at, place]));
}
