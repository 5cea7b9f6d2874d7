import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExpressionTree } from '../../plan/syntax.ts';
import { parseStatement } from './parse-statement.ts';

/** Parses a condition with LIKE; returns the converted pattern. */
function patternOf(pattern: string): unknown {
  const statement = parseStatement(`SELECT n FROM t WHERE w LIKE ${pattern}`);
  const condition: ExpressionTree | undefined =
    statement.kind === 'select' ? statement.where : undefined;
  const operand = condition?.kind === 'call' ? condition.operands[1] : undefined;
  return operand?.kind === 'literal' ? operand.values[0] : undefined;
}

const patterns = [
  ["'a%_b'", 'a*?b'],
  [String.raw`'*?\%'`, String.raw`\*\?\\*`],
  ["'😀_%é'", '😀?*é'],
  ["'!%%!_!!*' ESCAPE '!'", String.raw`%*_!\*`],
  ["'😀%%' ESCAPE '😀'", '%*'],
  [String.raw`'\\_' ESCAPE '\'`, String.raw`\\?`],
] as const;

test('patterns of LIKE are converted, with and without an escape character', () => {
  for (const [pattern, converted] of patterns) assert.equal(patternOf(pattern), converted);
});

test('a long pattern is converted with few bytes for each character', () => {
  const text = `'${'%a'.repeat(400_000)}'`;
  const before = process.memoryUsage().heapUsed;
  const converted = patternOf(text);
  const used = process.memoryUsage().heapUsed - before;
  assert.equal(converted, '*a'.repeat(400_000));
  assert.ok(used < 32_000_000, `${used} bytes`);
});
