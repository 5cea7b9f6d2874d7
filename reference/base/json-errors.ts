import type { ParseErrorCode } from 'jsonc-parser';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { lineAndColumn } from './json-range.ts';
import { ServiceError } from './service-error.ts';

/** Returns the error for a text that is wrong at an offset, with line and column. */
export function errorAt(text: string, at: number, reason: string): ServiceError {
  return new ServiceError('x_content_parse_exception', `[${lineAndColumn(text, at)}] ${reason}`);
}

/** Takes a text that is not one JSON value, and what JSON.parse threw; returns the error with line and column. */
export function syntaxError(text: string, error: unknown): ServiceError {
  const [at, name] = firstError(text);
  if (name === 'EndOfFileExpected') return extraValue(text, at);
  if (at >= text.length) {
    const reason = `[${lineAndColumn(text, at)}] Unexpected end of file`;
    return new ServiceError('x_content_e_o_f_exception', reason);
  }
  const message = error instanceof Error ? error.message : String(error);
  return errorAt(text, at, `the body is not one JSON value: ${message}`);
}

/** Returns the offset and the name of the first error; what comes after it, which may be much, is not read. */
function firstError(text: string): readonly [at: number, name: string] {
  let first: readonly [at: number, name: string] = [text.length, ''];
  const onError = (code: ParseErrorCode, at: number): never => {
    first = [at, printParseErrorCode(code)];
    throw new SyntaxError('the first error');
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return first;
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
