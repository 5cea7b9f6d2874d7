import { integer, string } from '../accepts.ts';
import type { FunctionDefinition } from '../definition.ts';
import type { RowResult } from '../apply.ts';
import { argumentProblem } from '../problems.ts';
import { number, scalar, text } from '../scalar.ts';

/** Returns whether every character is one code unit, so that the text can be cut by code units. */
function isPlain(value: string): boolean {
  return !/[\ud800-\udfff]/.test(value);
}

/** Returns characters `from` … `to` - 1 of a text, counted by code points. */
function cut(value: string, from: number, to: number): string {
  if (isPlain(value)) return value.slice(from, to);
  return Array.from(value).slice(from, to).join('');
}

/** Returns the number of characters (code points) of a text. */
export function characterCount(value: string): number {
  return isPlain(value) ? value.length : Array.from(value).length;
}

function substring(value: string, start: number, length: number | undefined): RowResult {
  if (length !== undefined && length < 0) {
    return argumentProblem(`Length parameter cannot be negative, found [${length}]`);
  }
  const count = characterCount(value);
  const first = start > 0 ? start - 1 : start < 0 ? Math.max(0, count + start) : 0;
  return cut(value, first, length === undefined ? count : first + length);
}

/** Functions that return a part of a text. */
export const textPartFunctions: readonly FunctionDefinition[] = [
  scalar({
    name: 'substring',
    parameters: [
      { name: 'string', accepts: string },
      { name: 'start', accepts: integer },
      { name: 'length', accepts: integer, optional: true },
    ],
    returns: 'keyword',
    description:
      'The characters from a position on (1 is the first, -1 the last), all of them or at most the given number.',
    examples: [
      { call: 'substring("elastic", 1, 3)', gives: 'ela' },
      { call: 'substring("elastic", -3)', gives: 'tic' },
      { call: 'substring("a😀b", 2, 1)', gives: '😀' },
      { call: 'substring("elastic", 1, -1)', gives: null, warns: 'cannot be negative' },
      { call: 'substring("abc", 9)', gives: '' },
    ],
    row: (operands) =>
      substring(
        text(operands, 0),
        number(operands, 1),
        operands[2] === undefined ? undefined : number(operands, 2),
      ),
  }),
  scalar({
    name: 'left',
    parameters: [
      { name: 'string', accepts: string },
      { name: 'length', accepts: integer },
    ],
    returns: 'keyword',
    description: 'The given number of characters from the start.',
    examples: [
      { call: 'left("elastic", 3)', gives: 'ela' },
      { call: 'left("ab", 5)', gives: 'ab' },
      { call: 'left("ab", -1)', gives: '' },
    ],
    row: (operands) => cut(text(operands, 0), 0, Math.max(0, number(operands, 1))),
  }),
  scalar({
    name: 'right',
    parameters: [
      { name: 'string', accepts: string },
      { name: 'length', accepts: integer },
    ],
    returns: 'keyword',
    description: 'The given number of characters from the end.',
    examples: [
      { call: 'right("elastic", 3)', gives: 'tic' },
      { call: 'right("ab", 0)', gives: '' },
    ],
    row(operands) {
      const value = text(operands, 0);
      const count = characterCount(value);
      return cut(value, Math.max(0, count - Math.max(0, number(operands, 1))), count);
    },
  }),
  scalar({
    name: 'trim',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description: 'The text without white space at its ends.',
    examples: [{ call: 'trim("  a b ")', gives: 'a b' }],
    row: (operands) => text(operands, 0).trim(),
  }),
  scalar({
    name: 'ltrim',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description: 'The text without white space at its start.',
    examples: [{ call: 'ltrim("  a ")', gives: 'a ' }],
    row: (operands) => text(operands, 0).trimStart(),
  }),
  scalar({
    name: 'rtrim',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description: 'The text without white space at its end.',
    examples: [{ call: 'rtrim(" a  ")', gives: ' a' }],
    row: (operands) => text(operands, 0).trimEnd(),
  }),
  scalar({
    name: 'reverse',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description:
      'The text with its characters in reverse order; characters that combine into one stay together.',
    examples: [
      { call: 'reverse("abc")', gives: 'cba' },
      { call: 'reverse("a👍🏽b")', gives: 'b👍🏽a' },
    ],
    row: (operands) => reversed(text(operands, 0)),
  }),
];

let segmenter: Intl.Segmenter | undefined;

/** Creates the segmenter when it is first used, which takes some milliseconds. */
function graphemes(): Intl.Segmenter {
  return (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));
}

/** The segmenter takes time that grows with the square of the text, so that a long one is taken in pieces. */
const pieceLength = 1024;

/** Returns the end of a piece of text, which does not cut a code point in two. */
function endOfPiece(value: string, wanted: number): number {
  if (wanted >= value.length) return value.length;
  return (value.codePointAt(wanted - 1) ?? 0) > 0xffff ? wanted - 1 : wanted;
}

/** Texts in which every code unit is a character: without `\r\n`. */
const ascii = /^[ -~\t\n]*$/;

function reversed(value: string): string {
  if (ascii.test(value)) return Array.from(value).toReversed().join('');
  const pieces: string[] = [];
  let length = pieceLength;
  for (let from = 0; from < value.length;) {
    const end = endOfPiece(value, from + length);
    const found = Array.from(graphemes().segment(value.slice(from, end)), ({ segment }) => segment);
    // The last character may continue in the next piece, which therefore begins with it.
    const whole = end === value.length ? found : found.slice(0, -1);
    const piece = whole.toReversed().join('');
    length = piece === '' ? 2 * length : pieceLength;
    from += piece.length;
    pieces.push(piece);
  }
  return pieces.toReversed().join('');
}
