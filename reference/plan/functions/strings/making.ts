import { integer, string } from '../accepts.ts';
import type { FunctionDefinition } from '../definition.ts';
import { applyLists } from '../apply.ts';
import { bounded } from '../bounded.ts';
import { argumentProblem, multiValueProblem } from '../problems.ts';
import type { RowResult } from '../apply.ts';
import { number, prepared, scalar, text } from '../scalar.ts';

function repeat(value: string, count: number): RowResult {
  if (count < 0) return argumentProblem(`Number parameter cannot be negative, found [${count}]`);
  return bounded('repeated strings', Buffer.byteLength(value) * count, () => value.repeat(count));
}

function changeCase(
  name: 'to_upper' | 'to_lower',
  description: string,
  examples: FunctionDefinition['examples'],
): FunctionDefinition {
  return prepared({
    name,
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description,
    examples,
    prepare({ evaluation: { locale } }) {
      const change = (value: string): string =>
        name === 'to_upper' ? value.toLocaleUpperCase(locale) : value.toLocaleLowerCase(locale);
      return applyLists('keyword', ([values = []]) => values.map((value) => change(String(value))));
    },
  });
}

/** Functions that create texts. */
export const textMakingFunctions: readonly FunctionDefinition[] = [
  scalar({
    name: 'concat',
    parameters: [
      { name: 'string1', accepts: string },
      { name: 'string2', accepts: string, repeated: true },
    ],
    returns: 'keyword',
    description: 'The concatenated texts.',
    examples: [
      { call: 'concat("a", "b", "c")', gives: 'abc' },
      { call: 'concat("a", null)', gives: null },
    ],
    row(operands) {
      const length = operands.reduce<number>(
        (sum, value) => sum + Buffer.byteLength(String(value)),
        0,
      );
      return bounded('concatenated strings', length, () => operands.join(''));
    },
  }),
  scalar({
    name: 'repeat',
    parameters: [
      { name: 'string', accepts: string },
      { name: 'number', accepts: integer },
    ],
    returns: 'keyword',
    description: 'The text repeated the given number of times.',
    examples: [
      { call: 'repeat("ab", 3)', gives: 'ababab' },
      { call: 'repeat("ab", -1)', gives: null, warns: 'cannot be negative' },
      { call: 'repeat("ab", 2000000000)', gives: null, warns: 'requests more than' },
    ],
    row: (operands) => repeat(text(operands, 0), number(operands, 1)),
  }),
  scalar({
    name: 'space',
    parameters: [{ name: 'number', accepts: integer }],
    returns: 'keyword',
    description: 'The given number of spaces.',
    examples: [
      { call: 'space(3)', gives: '   ' },
      { call: 'space(-1)', gives: null, warns: 'cannot be negative' },
    ],
    row: (operands) => repeat(' ', number(operands, 0)),
  }),
  changeCase('to_upper', 'The text in capital letters.', [
    { call: 'to_upper("straße")', gives: 'STRASSE' },
    { call: 'to_upper("i")', gives: 'İ', locale: 'tr' },
  ]),
  changeCase('to_lower', 'The text in small letters.', [{ call: 'to_lower("ÉA")', gives: 'éa' }]),
  prepared({
    name: 'split',
    parameters: [
      { name: 'string', accepts: string },
      { name: 'delimiter', accepts: string },
    ],
    returns: 'keyword',
    description: 'The text split at a delimiter of one byte, as a multi-value.',
    examples: [
      { call: 'split("a;b;c", ";")', gives: ['a', 'b', 'c'] },
      { call: 'split("abc", ";")', gives: 'abc' },
      { call: 'split("abc", ";;")', gives: null, warns: 'delimiter must be single byte' },
    ],
    prepare: () =>
      applyLists('keyword', ([values = [], delimiters = []]) => {
        if (values.length === 0 || delimiters.length === 0) return undefined;
        if (values.length > 1 || delimiters.length > 1) return multiValueProblem;
        const delimiter = String(delimiters[0]);
        if (Buffer.byteLength(delimiter) !== 1) {
          return argumentProblem('delimiter must be single byte for now');
        }
        return String(values[0]).split(delimiter);
      }),
  }),
];
