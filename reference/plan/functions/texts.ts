import type { RowResult } from './call.ts';
import { bounded, ofEach } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { define, defineCells } from './define.ts';
import { argumentProblem } from './problems.ts';

/** Returns characters `from` … `to` - 1 of a text, counted by code points. */
function cut(value: string, from: number, to?: number): string {
  return Array.from(value).slice(from, to).join('');
}

/** Returns the number of characters (code points) of a text. */
function characterCount(value: string): number {
  return Array.from(value).length;
}

function substring(value: string, start: number, length?: number): RowResult {
  if (length !== undefined && length < 0) {
    return argumentProblem(`Length parameter cannot be negative, found [${length}]`);
  }
  const first = start < 0 ? Math.max(0, characterCount(value) + start) : Math.max(0, start - 1);
  return cut(value, first, length === undefined ? undefined : first + length);
}

function right(value: string, length: number): string {
  return cut(value, Math.max(0, characterCount(value) - Math.max(0, length)));
}

/** Returns the position (from 1) of the first occurrence of a text at or after `start`, or 0. */
function locate(value: string, sought: string, start = 1): number {
  const characters = Array.from(value);
  const before = characters.slice(0, Math.max(0, start - 1)).join('');
  if (start > characters.length && sought !== '') return 0;
  const at = value.indexOf(sought, before.length);
  return at === -1 ? 0 : characterCount(value.slice(0, at)) + 1;
}

function concat(...texts: readonly string[]): RowResult {
  const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bounded('concatenated strings', length, () => texts.join(''));
}

function repeat(value: string, count: number): RowResult {
  if (count < 0) return argumentProblem(`Number parameter cannot be negative, found [${count}]`);
  return bounded('repeated strings', Buffer.byteLength(value) * count, () => value.repeat(count));
}

function split(value: string, delimiter: string): RowResult {
  if (Buffer.byteLength(delimiter) === 1) return value.split(delimiter);
  return argumentProblem('delimiter must be single byte for now');
}

/** Functions of texts. */
export const textFunctions: readonly FunctionDefinition[] = [
  define(
    'substring(string: string, start: integer, length?: integer): keyword',
    'The characters from a position on (1 is the first, -1 the last), all of them or at most the given number.',
    substring,
  ),
  define(
    'left(string: string, length: integer): keyword',
    'The given number of characters from the start.',
    (text: string, length: number) => cut(text, 0, Math.max(0, length)),
  ),
  define(
    'right(string: string, length: integer): keyword',
    'The given number of characters from the end.',
    right,
  ),
  define(
    'trim(string: string): keyword',
    'The text without white space at its ends.',
    (text: string) => text.trim(),
  ),
  define(
    'ltrim(string: string): keyword',
    'The text without white space at its start.',
    (text: string) => text.trimStart(),
  ),
  define(
    'rtrim(string: string): keyword',
    'The text without white space at its end.',
    (text: string) => text.trimEnd(),
  ),
  define(
    'reverse(string: string): keyword',
    'The text with its characters (code points) in reverse order.',
    (text: string) => Array.from(text).toReversed().join(''),
  ),
  define(
    'length(string: string): integer',
    'The number of characters (code points).',
    characterCount,
  ),
  define(
    'locate(string: string, substring: string, start?: integer): integer',
    'The position (from 1) of the first occurrence of a text in another; 0 if there is none.',
    locate,
  ),
  define(
    'starts_with(string: string, prefix: string): boolean',
    'True if the text starts with the prefix.',
    (text: string, part: string) => text.startsWith(part),
  ),
  define(
    'ends_with(string: string, suffix: string): boolean',
    'True if the text ends with the suffix.',
    (text: string, part: string) => text.endsWith(part),
  ),
  define(
    'contains(string: string, substring: string): boolean',
    'True if the text contains the other.',
    (text: string, part: string) => text.includes(part),
  ),
  define('concat(string1: string, string2…: string): keyword', 'The concatenated texts.', concat),
  define(
    'repeat(string: string, number: integer): keyword',
    'The text repeated the given number of times.',
    repeat,
  ),
  defineCells(
    'to_upper(string: string): keyword',
    'The text in capital letters.',
    ({ evaluation: { locale } }) => ofEach((text) => String(text).toLocaleUpperCase(locale)),
  ),
  defineCells(
    'to_lower(string: string): keyword',
    'The text in small letters.',
    ({ evaluation: { locale } }) => ofEach((text) => String(text).toLocaleLowerCase(locale)),
  ),
  define(
    'split(string: string, delimiter: string): keyword',
    'The text split at a delimiter of one byte, as a multi-value.',
    split,
  ),
];
