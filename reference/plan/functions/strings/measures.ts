import { integer, string } from '../accepts.ts';
import type { FunctionDefinition } from '../definition.ts';
import { arithmeticProblem } from '../problems.ts';
import { number, scalar, text } from '../scalar.ts';
import { characterCount } from './parts.ts';

function test(
  name: string,
  description: string,
  {
    holds,
    examples,
  }: Pick<FunctionDefinition, 'examples'> & { holds: (a: string, b: string) => boolean },
): FunctionDefinition {
  return scalar({
    name,
    parameters: [
      { name: 'string', accepts: string },
      {
        name: name === 'contains' ? 'substring' : name === 'starts_with' ? 'prefix' : 'suffix',
        accepts: string,
      },
    ],
    returns: 'boolean',
    description,
    examples,
    row: (operands) => Number(holds(text(operands, 0), text(operands, 1))),
  });
}

/** Returns the position (from 1) of the first occurrence of a text at or after `start`, or 0. */
function locate(value: string, sought: string, start: number): number {
  const characters = Array.from(value);
  const before = characters.slice(0, Math.max(0, start - 1)).join('');
  if (start > characters.length && sought !== '') return 0;
  const at = value.indexOf(sought, before.length);
  return at === -1 ? 0 : characterCount(value.slice(0, at)) + 1;
}

/** Functions that measure texts or search in them. */
export const textMeasureFunctions: readonly FunctionDefinition[] = [
  scalar({
    name: 'length',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'integer',
    description: 'The number of characters (code points).',
    examples: [
      { call: 'length("elastic")', gives: 7 },
      { call: 'length("😀")', gives: 1 },
      { call: 'length(null)', gives: null },
    ],
    row: (operands) => characterCount(text(operands, 0)),
  }),
  scalar({
    name: 'byte_length',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'integer',
    description: 'The number of bytes in UTF-8.',
    examples: [{ call: 'byte_length("é")', gives: 2 }],
    row: (operands) => Buffer.byteLength(text(operands, 0)),
  }),
  scalar({
    name: 'bit_length',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'integer',
    description: 'The number of bits in UTF-8.',
    examples: [{ call: 'bit_length("ab")', gives: 16 }],
    row(operands) {
      const bits = Buffer.byteLength(text(operands, 0)) * 8;
      return bits < 2 ** 31 ? bits : arithmeticProblem('integer overflow');
    },
  }),
  scalar({
    name: 'locate',
    parameters: [
      { name: 'string', accepts: string },
      { name: 'substring', accepts: string },
      { name: 'start', accepts: integer, optional: true },
    ],
    returns: 'integer',
    description:
      'The position (from 1) of the first occurrence of a text in another; 0 if there is none.',
    examples: [
      { call: 'locate("a b a b", "b")', gives: 3 },
      { call: 'locate("a b a b", "b", 4)', gives: 7 },
      { call: 'locate("abc", "x")', gives: 0 },
    ],
    row: (operands) => locate(text(operands, 0), text(operands, 1), number(operands, 2, 1)),
  }),
  test('starts_with', 'True if the text starts with the prefix.', {
    holds: (value, part) => value.startsWith(part),
    examples: [{ call: 'starts_with("elastic", "el")', gives: true }],
  }),
  test('ends_with', 'True if the text ends with the suffix.', {
    holds: (value, part) => value.endsWith(part),
    examples: [{ call: 'ends_with("elastic", "x")', gives: false }],
  }),
  test('contains', 'True if the text contains the other.', {
    holds: (value, part) => value.includes(part),
    examples: [{ call: 'contains("elastic", "last")', gives: true }],
  }),
];
