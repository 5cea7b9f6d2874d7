import { at, defined } from '../../../base/assert.ts';
import { PatternProblem } from '../../patterns/extraction.ts';
import { parseRegex } from '../../patterns/parse-regex.ts';
import { compileRegex } from '../../patterns/regex-program.ts';
import { RegexRunner } from '../../patterns/run-regex.ts';
import type { RowResult } from '../apply.ts';
import { defineFor } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem } from '../problems.ts';
import { rememberLast } from '../remember.ts';
import type { Replacement } from './replacement.ts';
import { readReplacement, writeReplacement } from './replacement.ts';

/** Replaces the matches of a pattern in a text. */
type Replacer = (value: string, replacement: Replacement) => RowResult;

const maxCharacters = 1_048_576;

/** Maximum number of parts of the replacements in one text, all together. */
const maxParts = 2 ** 19;

/** Maximum length of an expression: it is compiled in one turn, which takes some milliseconds for one of this length. */
const maxExpression = 16_384;

/**
 * Takes a regular expression; returns a function that replaces all its matches. The time for a text is bounded for
 * every expression.
 */
function compile(pattern: string): Replacer {
  if (pattern !== '' && !/[\\^$.|?*+()[\]{}]/.test(pattern)) {
    return (value, replacement) => replaceWord(value, pattern, replacement);
  }
  try {
    if (pattern.length > maxExpression) {
      throw new PatternProblem(`more than ${maxExpression} characters`);
    }
    const { expression, groups } = numberGroups(pattern);
    const program = compileRegex(parseRegex(expression));
    const places = new Map<string, number>();
    for (const [place, name] of program.captures.entries()) {
      if (!places.has(name)) places.set(name, place);
    }
    const order = groups.map((name) => defined(places.get(name), `capture ${name}`));
    const runner = new RegexRunner(program);
    return (value, replacement) => replaceAll(value, replacement, { runner, order });
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    const reason = `${error.message} in [${pattern.slice(0, 200)}]`;
    return () => ({ type: 'java.util.regex.PatternSyntaxException', reason });
  }
}

function replaceWord(value: string, word: string, replacement: Replacement): RowResult {
  const parts = value.split(word);
  if (parts.length === 1) return value;
  const instead = writeReplacement(replacement, { count: 1, at: () => word });
  const length = value.length + (parts.length - 1) * (instead.length - word.length);
  return length > maxCharacters ? tooLong : parts.join(instead);
}

interface Search {
  readonly runner: RegexRunner;
  /** The position of group n among the captures. */
  readonly order: readonly number[];
}

function replaceAll(value: string, template: Replacement, { runner, order }: Search): RowResult {
  let result = '';
  let done = 0;
  let from = 0;
  let parts = 0;
  while (from <= value.length) {
    const found = runner.locate(value, from);
    if (found === undefined) break;
    parts += template.length;
    if (parts > maxParts) return argumentProblem('the replacement takes too long on this text');
    const groups = {
      count: order.length,
      at: (nth: number) => pieceOf(value, found, at(order, nth)),
    };
    const [start, end] = ends(found, at(order, 0));
    result += value.slice(done, start) + writeReplacement(template, groups);
    if (result.length > maxCharacters) return tooLong;
    done = end;
    from = end > start ? end : end + 1;
  }
  return result + value.slice(done);
}

function ends(found: Int32Array, capture: number): readonly [number, number] {
  return [at(found, capture * 2), at(found, capture * 2 + 1)];
}

function pieceOf(value: string, found: Int32Array, capture: number): string | undefined {
  const [start, end] = ends(found, capture);
  return start < 0 || end < 0 ? undefined : value.slice(start, end);
}

const tooLong = argumentProblem(
  `Creating strings with more than [${maxCharacters}] bytes is not supported`,
);

/**
 * Returns the expression with a number for each group, 0 for the whole, and with `^` and `$` for the ends of the text.
 * Escaped characters and sets are unchanged.
 */
function numberGroups(pattern: string): {
  readonly expression: string;
  readonly groups: readonly string[];
} {
  const groups = ['@0'];
  let inSet = 0;
  const expression = pattern.replaceAll(
    /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?|\]|\((?!\?)|\(\?<[A-Za-z]\w*>|[\^$]/g,
    (sign) => {
      if (sign.startsWith('\\Q')) return quoted(sign);
      if (sign.startsWith('\\')) return sign;
      if (sign.startsWith('[')) inSet++;
      else if (sign === ']') inSet = Math.max(0, inSet - 1);
      if (inSet > 0 || sign === ']') return sign;
      if (sign === '^') return '\\A';
      if (sign === '$') return '\\z';
      const name = `@${groups.length}`;
      groups.push(name);
      return `(?<${name}>`;
    },
  );
  return { expression: `(?<@0>${expression})`, groups };
}

function quoted(sign: string): string {
  const inside = sign.slice(2).replace(/\\E$/, '');
  return inside.replaceAll(/[^A-Za-z0-9\s]/g, '\\$&');
}

/** `replace`. */
export const replaceFunctions: readonly FunctionDefinition[] = [
  defineFor(
    'replace(string: string, regex: string, newString: string): keyword',
    'The text with all matches of a regular expression replaced; `$1` in the replacement is the first group.',
    () => {
      const replacers = rememberLast(compile);
      const replacements = rememberLast(readReplacement);
      return (text: string, regex: string, newText: string) => {
        try {
          return replacers(regex)(text, replacements(newText));
        } catch (error) {
          if (error instanceof PatternProblem) return argumentProblem(error.message);
          throw error;
        }
      };
    },
  ),
];
