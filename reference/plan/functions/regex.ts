import { RE2JS, RE2JSException } from 're2js';
import { refuse } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import type { RowResult } from './call.ts';
import { rememberLast } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { defineFor } from './define.ts';
import { argumentProblem } from './problems.ts';

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

const maxCharacters = 1_048_576;

/** A part of a replacement: a text, or the number of a group. */
type Part = string | number;

/** Parses a replacement: `$1` is a group, a backslash escapes the next character. */
function readReplacement(text: string): readonly Part[] {
  return Array.from(text.matchAll(/\\([^])|\$(\d{1,9})|[^\\$]+|[\\$]/g), (match) => {
    const [sign, escaped, group] = match;
    if (sign === '\\' || sign === '$') {
      return refuse(`Illegal group reference in [${text.slice(0, 200)}]`);
    }
    return group === undefined ? (escaped ?? sign) : Number(group);
  });
}

/**
 * Returns a text with all matches replaced, or the problem if it would be too long or take too long. It pauses after each
 * match.
 */
function* replaceAll(
  text: string,
  regex: ReturnType<typeof compileRegex>,
  parts: readonly Part[],
): Work<RowResult> {
  const matcher = regex.matcher(text);
  const missing = parts.find((part) => typeof part === 'number' && part > matcher.groupCount());
  let made = '';
  let done = 0;
  for (let searches = 1; ; searches++) {
    const isLong = searches * parts.length > maxCharacters;
    if (isLong || takesTooLong(regex, text, searches)) return argumentProblem(tooLong);
    if (!matcher.find()) return made + text.slice(done);
    if (missing !== undefined) return argumentProblem(`No group ${missing}`);
    made += text.slice(done, matcher.start());
    for (const part of parts) {
      made += typeof part === 'string' ? part : (matcher.group(part) ?? '');
      if (made.length <= maxCharacters) continue;
      return argumentProblem(`the text would have more than [${maxCharacters}] characters`);
    }
    done = matcher.end();
    yield;
  }
}

/** `replace`. */
export const replaceFunction: FunctionDefinition = defineFor(
  'replace(string: string, regex: string, newString: string): keyword',
  'The text with all matches of a regular expression replaced; `$1` in the replacement is the first group.',
  () => {
    const regexes = rememberLast(compileRegex);
    const replacements = rememberLast(readReplacement);
    return (text: string, regex: string, newText: string) =>
      replaceAll(text, regexes(regex), replacements(newText));
  },
);
