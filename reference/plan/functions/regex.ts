import { RE2JS, RE2JSException } from 're2js';
import { refuse } from '../../base/service-error.ts';

/**
 * Maximum size of an expression, in characters, and of the program that it becomes: compiling them takes up to 200 ms. A
 * range and a counted repetition, which are expanded, take as long as many characters.
 */
const maxSize = 32_768;
const expanded = /[-{]|\\p/gi;
const expandedSize = 64;
const maxProgram = 20_000;

/**
 * Maximum number of steps of a search, each of which looks at a character in one state of the program. A step that copies
 * the places of groups takes longer.
 */
const maxSteps = 2 ** 24;
const groupsOfStep = 8;

/** Maximum number of steps of all searches in one text, between which other work has its turn. */
const maxStepsOfAll = 2 ** 27;

/**
 * Compiles a regular expression. The time of a search is proportional to the length of the text, whatever the
 * expression. Throws illegal_argument_exception if it is invalid or too long; lookaround and references to groups are invalid.
 */
export function compileRegex(expression: string, flags = 0): RE2JS {
  const size = expression.length + expandedSize * (expression.match(expanded)?.length ?? 0);
  if (size > maxSize) refuse('the pattern is too long');
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
  const steps = regex.programSize() * text.length * (1 + regex.groupCount() / groupsOfStep);
  return steps > maxSteps || steps * searches > maxStepsOfAll;
}

/** The problem of a pattern that takes too long. */
export const tooLong = 'the pattern takes too long on this text';
