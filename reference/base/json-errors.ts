import type { ParseError } from 'jsonc-parser';
import { parseTree } from 'jsonc-parser';
import { lineAndColumn } from './json-range.ts';
import { ServiceError } from './service-error.ts';

/** Takes a text that is not one JSON value, and what JSON.parse threw; returns the error with line and column. */
export function syntaxError(text: string, error: unknown): ServiceError {
  const message = error instanceof Error ? error.message : String(error);
  const at = Number(/position (\d+)/.exec(message)?.[1] ?? firstErrorIn(text));
  const isExtra = message.startsWith('Unexpected non-whitespace character after JSON');
  return isExtra ? extraValue(text, at) : wrongSyntax(text, at, message);
}

/** Returns the error for a text that is not JSON from an offset on. */
function wrongSyntax(text: string, at: number, message: string): ServiceError {
  if (at >= text.length) {
    const reason = `[${lineAndColumn(text, at)}] Unexpected end of file`;
    return new ServiceError('x_content_e_o_f_exception', reason);
  }
  return new ServiceError(
    'x_content_parse_exception',
    `[${lineAndColumn(text, at)}] the body is not one JSON value: ${message}`,
  );
}

/** The names of tokens by their first characters. */
const tokens: readonly (readonly [start: RegExp, name: string])[] = [
  [/\{/, 'START_OBJECT'],
  [/\[/, 'START_ARRAY'],
  [/"/, 'VALUE_STRING'],
  [/[\d-]/, 'VALUE_NUMBER'],
  [/[tf]/, 'VALUE_BOOLEAN'],
];

/** Returns the error for a text that continues after its value, at an offset. */
function extraValue(text: string, at: number): ServiceError {
  const name = tokens.find(([start]) => start.test(text.charAt(at)))?.[1] ?? text.charAt(at);
  const [line, col] = lineAndColumn(text, at).split(':').map(Number);
  return new ServiceError(
    'parsing_exception',
    `Unexpected token [${name}] found after the main object.`,
    { metadata: { line, col } },
  );
}

/** Returns the offset of the first syntax error, which not every message of JSON.parse contains. */
function firstErrorIn(text: string): number {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  return errors[0]?.offset ?? text.length;
}
