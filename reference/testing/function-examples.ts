import assert from 'node:assert/strict';
import { systemEnvironment } from '../base/environment.ts';
import type { JsonValue } from '../base/json.ts';
import type { FunctionDefinition } from '../plan/functions/define.ts';
import type { ExpressionTree } from '../plan/syntax.ts';
import { parseQueryText } from '../query/parse-query-text.ts';
import { MemoryCatalog } from '../store/catalog.ts';
import type { QueryGiven } from './query-examples/run-example.ts';
import { runText, shownResult } from './query-examples/run-example.ts';

/** The settings of the request and the text that the resulting warning contains, if there is one. */
export interface ExampleSettings extends Omit<QueryGiven, 'params'> {
  readonly warns?: string;
}

/** An expression of the query language, without columns, and its result. */
export type FunctionExample = readonly [call: string, gives: JsonValue, settings?: ExampleSettings];

const catalog = new MemoryCatalog(systemEnvironment());

/** Evaluates the text of an expression without columns. Rejects with the ServiceError of the query. */
export async function evaluateText(text: string, settings: ExampleSettings = {}) {
  // Only groups may be buckets.
  const query = text.startsWith('bucket(') ? `ROW a = 1 | STATS BY x = ${text}` : `ROW x = ${text}`;
  const result = await runText(query, catalog, settings);
  const { rows, warnings } = shownResult(result, settings.zone);
  return { gives: rows[0]?.[0], warnings };
}

/** Returns the names of the functions that an expression calls. */
function calledIn(tree: ExpressionTree): readonly string[] {
  return tree.kind === 'call' ? [tree.name, ...tree.operands.flatMap(calledIn)] : [];
}

/** Evaluates examples of functions, each of which has at least one. */
export async function checkExamples(
  functions: readonly FunctionDefinition[],
  examples: readonly FunctionExample[],
): Promise<void> {
  const called = new Set<string>();
  for (const [call, expected, settings = {}] of examples) {
    const [row] = parseQueryText(`ROW x = ${call}`);
    assert.ok(row?.kind === 'row');
    for (const name of row.values.flatMap(({ value }) => calledIn(value))) called.add(name);
    const { gives, warnings } = await evaluateText(call, settings);
    assert.deepEqual(gives, expected, call);
    const { warns } = settings;
    if (warns === undefined) assert.deepEqual(warnings, [], call);
    else assert.ok(warnings.join('\n').includes(warns), `${call}: ${warnings.join('; ')}`);
  }
  const missing = functions.filter(({ name }) => !called.has(name)).map(({ name }) => name);
  assert.deepEqual(missing, [], 'functions without an example');
}
