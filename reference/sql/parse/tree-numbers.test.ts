import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExpressionTree } from '../../plan/syntax.ts';
import { parseStatement } from './parse-statement.ts';
import { TreeNumbers } from './trees.ts';

describe('TreeNumbers', () => {
  const same = [
    ['n + 1', '  n  +  1'],
    ['max(n * (m + 2))', 'MAX(n * (m + 2))'],
    ["INTERVAL '1' DAY", "INTERVAL '1' DAY"],
  ] as const;
  for (const [one, other] of same) {
    it(`gives ${one} and ${other.trim()} one number`, () => {
      const numbers = new TreeNumbers();
      assert.equal(numbers.of(read(one)), numbers.of(read(other)));
    });
  }

  const different = [
    ['n + 1', '1 + n'],
    ['n', "'n'"],
    ['1', "'1'"],
    ['1', '1.0'],
    ['9007199254740993', '9007199254740992'],
    ['max(n)', 'min(n)'],
    ['(a + b) + c', 'a + (b + c)'],
    ["INTERVAL '1' DAY", "INTERVAL '2' DAY"],
    ["INTERVAL '1' MONTH", "INTERVAL '1' YEAR"],
  ] as const;
  for (const [one, other] of different) {
    it(`gives ${one} and ${other} two numbers`, () => {
      const numbers = new TreeNumbers();
      assert.notEqual(numbers.of(read(one)), numbers.of(read(other)));
    });
  }
});

function read(expression: string): ExpressionTree {
  const statement = parseStatement(`SELECT ${expression} FROM t`);
  assert.ok(statement.kind === 'select');
  const [item] = statement.items;
  assert.ok(item?.kind === 'value');
  return item.value;
}
