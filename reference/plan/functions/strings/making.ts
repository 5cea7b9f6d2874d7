import type { RowResult } from '../apply.ts';
import { bounded } from '../bounded.ts';
import { applyEach } from '../apply.ts';
import { callOf, nullOf } from '../call.ts';
import { define, defineCall } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem } from '../problems.ts';

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

/** Returns the definition of a function that changes the letters of each value of a list. */
function changeCase(
  name: 'to_upper' | 'to_lower',
  description: string,
  change: (text: string, locale: string) => string,
): FunctionDefinition {
  return defineCall(
    `${name}(string: string): keyword`,
    description,
    ({ site, operands, types, type, evaluation: { locale } }) => {
      if (types.includes('null')) return nullOf(site.place, type);
      const apply = applyEach((value) => change(String(value), locale));
      return callOf(site, { type, operands, apply });
    },
  );
}

/** Functions that create texts. */
export const textMakingFunctions: readonly FunctionDefinition[] = [
  define('concat(string1: string, string2…: string): keyword', 'The concatenated texts.', concat),
  define(
    'repeat(string: string, number: integer): keyword',
    'The text repeated the given number of times.',
    repeat,
  ),
  changeCase('to_upper', 'The text in capital letters.', (text, locale) =>
    text.toLocaleUpperCase(locale),
  ),
  changeCase('to_lower', 'The text in small letters.', (text, locale) =>
    text.toLocaleLowerCase(locale),
  ),
  define(
    'split(string: string, delimiter: string): keyword',
    'The text split at a delimiter of one byte, as a multi-value.',
    split,
  ),
];
