import assert from 'node:assert/strict';
import { finishWork } from '../base/work.ts';
import type { Evaluation, Expression } from '../plan/expression.ts';
import type { FunctionDefinition } from '../plan/functions/define.ts';
import { resolveCall } from '../plan/functions/resolve-call.ts';
import type { ExpressionTree } from '../plan/syntax.ts';
import { textOf } from '../plan/values.ts';
import { parseQueryText } from '../query/parse-query-text.ts';

/** A value in an example: text for dates, addresses and versions, a list for a multi-value, null for no value. */
type ExampleValue = string | number | boolean | null | readonly (string | number | boolean)[];

/** The settings of the request and the text that the resulting warning contains, if there is one. */
export interface ExampleSettings {
  /** Default UTC. */
  readonly zone?: string;
  readonly locale?: string;
  readonly warns?: string;
}

/** An expression of the query language, without columns, and its result. */
export type FunctionExample = readonly [
  call: string,
  gives: ExampleValue,
  settings?: ExampleSettings,
];

/** Returns the expression of a tree; adds the names of the functions that it calls to `called`. */
function resolve(tree: ExpressionTree, evaluation: Evaluation, called: Set<string>): Expression {
  if (tree.kind === 'literal') return { ...tree, kind: 'constant' };
  assert.ok(tree.kind === 'call', `${tree.place.text} is not a call`);
  called.add(tree.name);
  const { name, place, options } = tree;
  const operands = tree.operands.map((operand) => resolve(operand, evaluation, called));
  return finishWork(resolveCall({ name, place, operands, options }, evaluation));
}

/** Evaluates the text of an expression without columns; adds the functions that it calls to `called`. */
export function evaluateText(
  text: string,
  { zone = 'UTC', locale = 'en-US' }: ExampleSettings = {},
  called = new Set<string>(),
): { readonly gives: unknown; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const evaluation: Evaluation = {
    now_ms: Date.UTC(2024, 4, 6),
    zone,
    locale,
    warn: (_, { type, reason }) => warnings.push(`${type}: ${reason}`),
    isDue: () => true,
  };
  const [row] = parseQueryText(`ROW x = ${text}`);
  assert.ok(row?.kind === 'row');
  const [named] = row.values;
  assert.ok(named !== undefined);
  const result = resolve(named.value, evaluation, called);
  assert.ok(result.kind === 'constant', `${text} is not constant`);
  const shown = result.values.map((value) => {
    if (result.type === 'boolean') return value === 1;
    return typeof value === 'number' && result.type !== 'date'
      ? value
      : textOf(value, result.type, { zone });
  });
  return { gives: shown.length > 1 ? shown : (shown[0] ?? null), warnings };
}

/** Evaluates examples of functions, each of which has at least one. */
export function checkExamples(
  functions: readonly FunctionDefinition[],
  examples: readonly FunctionExample[],
): void {
  const called = new Set<string>();
  for (const [call, expected, settings = {}] of examples) {
    const { gives, warnings } = evaluateText(call, settings, called);
    assert.deepEqual(gives, expected, call);
    const { warns } = settings;
    if (warns === undefined) assert.deepEqual(warnings, [], call);
    else assert.ok(warnings.join('\n').includes(warns), `${call}: ${warnings.join('; ')}`);
  }
  const missing = functions.filter(({ name }) => !called.has(name)).map(({ name }) => name);
  assert.deepEqual(missing, [], 'functions without an example');
}
