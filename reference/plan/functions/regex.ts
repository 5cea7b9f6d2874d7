import { RE2JS, RE2JSException } from 're2js';
import { refuse } from '../../base/service-error.ts';

/** Maximum length of an expression, and of the program that it becomes: compiling them takes up to a second. */
const maxLength = 32_768;
const maxProgram = 20_000;

/** Maximum number of steps in one text, each of which looks at a character in one state of the program. */
const maxSteps = 2 ** 27;

/**
 * Compiles a regular expression. The time of a search is proportional to the length of the text, whatever the
 * expression. Throws illegal_argument_exception if it is invalid or too long; lookaround and references to groups are invalid.
 */
export function compileRegex(expression: string, flags = 0): RE2JS {
  if (expression.length > maxLength) refuse('the pattern is too long');
  try {
    const regex = RE2JS.compile(expression, flags);
    if (regex.programSize() > maxProgram) refuse('the pattern is too long');
    return regex;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return refuse(error.message.slice(0, 300));
  }
}

/** Returns whether a number of searches in a text may take too long. */
export function takesTooLong(regex: RE2JS, text: string, searches = 1): boolean {
  return regex.programSize() * text.length * searches > maxSteps;
}

/** The problem of a pattern that takes too long. */
export const tooLong = 'the pattern takes too long on this text';
