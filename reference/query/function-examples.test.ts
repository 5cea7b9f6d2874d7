import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evaluation, Expression } from '../plan/expression.ts';
import { QueryProblem } from '../plan/expression.ts';
import { functionDefinitions } from '../plan/functions/registry.ts';
import { resolveCall } from '../plan/functions/resolve-call.ts';
import type { ExpressionTree } from '../plan/syntax.ts';
import { optionOf } from '../plan/syntax.ts';
import { textOf } from '../plan/values.ts';
import { dateAndListExamples } from '../testing/function-examples/dates-and-lists.ts';
import type { ExampleSettings } from '../testing/function-examples/example.ts';
import { textAndNumberExamples } from '../testing/function-examples/texts-and-numbers.ts';
import { parseQueryText } from './parse-query-text.ts';
import { readParams } from './read-params.ts';

/** Returns the expression of a tree; adds the names of the functions that it calls to `called`. */
function resolve(tree: ExpressionTree, evaluation: Evaluation, called: Set<string>): Expression {
  if (tree.kind === 'literal') return { ...tree, kind: 'constant' };
  assert.ok(tree.kind === 'call', `${tree.place.text} is not a call`);
  called.add(tree.name);
  const operands: Expression[] = [];
  const options = new Map<string, Expression>();
  for (const operand of tree.operands) {
    const name = optionOf(operand);
    const [value = operand] =
      name !== undefined && operand.kind === 'call' ? operand.operands : [operand];
    if (name === undefined) operands.push(resolve(value, evaluation, called));
    else options.set(name, resolve(value, evaluation, called));
  }
  return resolveCall({ name: tree.name, place: tree.place, operands, options }, evaluation);
}

function evaluateText(
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
  };
  const [row] = parseQueryText(`ROW x = ${text}`, readParams([]));
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

test('functions have the expected results', () => {
  const called = new Set<string>();
  for (const [call, expected, settings = {}] of [
    ...textAndNumberExamples,
    ...dateAndListExamples,
  ]) {
    const { gives, warnings } = evaluateText(call, settings, called);
    assert.deepEqual(gives, expected, call);
    if (settings.warns === undefined) assert.deepEqual(warnings, [], call);
    else assert.match(warnings.join('\n'), new RegExp(escape(settings.warns)), call);
  }
  const missing = functionDefinitions.filter(({ name }) => !called.has(name));
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
    'functions without an example',
  );
});

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const wrong: readonly (readonly [call: string, problem: string])[] = [
  ['1 + "a"', 'second argument of [1 + "a"] must be [date_nanos, datetime or numeric]'],
  ['1 * "a"', 'second argument of [1 * "a"] must be [numeric], found value ["a"] type [keyword]'],
  ['1 == "1"', 'is [numeric] so second argument must also be [numeric] but was [keyword]'],
  ['now() == "soon"', 'Cannot convert string [soon] to [DATETIME]'],
  ['now() + now()', '[+] has arguments with incompatible types [datetime] and [datetime]'],
  ['length(1)', 'argument of [length(1)] must be [string], found value [1] type [integer]'],
  ['length()', 'error building [length]: expects [1] arguments, found [0]'],
  ['substring("a")', 'error building [substring]: expects [2] to [3] arguments, found [1]'],
  ['lenght("a")', 'Unknown function [lenght], did you mean any of [length, '],
  ['18446744073709551615 + 1', 'incompatible types [unsigned_long] and [integer]'],
  ['NOT 1', 'argument of [NOT 1] must be [boolean], found value [1] type [integer]'],
  ['case(1, 2)', 'first argument of [case(1, 2)] must be [boolean]'],
  ['coalesce(1, "a")', 'second argument of [coalesce(1, "a")] must be [integer]'],
  [
    'date_trunc(1 day, now(), {"time_zone": "Nowhere/None"})',
    'failed to parse time zone [Nowhere/None]',
  ],
  ['date_format("d", now(), {"locale": "zz-ZZ"})', 'unknown locale [zz-ZZ]'],
  ['date_format("bbbb", now())', 'Unknown pattern letter: b'],
  ['date_extract("era of dreams", now())', 'invalid date field for'],
  ['date_trunc(0 days, now())', 'Zero or negative time interval is not supported'],
  ['"a" RLIKE "("', 'Invalid pattern for RLIKE [(]'],
  ['"a" RLIKE "a{5000}"', 'invalid repeat count'],
  ['"a" RLIKE "~a"', '[~] must be escaped'],
  ['date_format("d", now(), {"time_zone": "Nowhere"})', 'failed to parse time zone [Nowhere]'],
  ['date_format("d", now(), {"zone": "UTC"})', 'Invalid option [zone] in [date_format('],
  ['length("a", {"locale": "fr"})', 'Invalid option [locale]'],
  ['bucket(now(), 10)', 'needs dates with a span of time'],
  ['to_ip(1)', 'argument of [to_ip(1)] must be [ip or keyword or text]'],
];

test('invalid calls are refused with the reason', () => {
  for (const [call, problem] of wrong) {
    assert.throws(
      () => evaluateText(call),
      (error) => {
        assert.ok(error instanceof QueryProblem, `${call}: ${String(error)}`);
        assert.ok(error.message.includes(problem), `${call}: ${error.message}`);
        return true;
      },
      call,
    );
  }
});
