import type { ExpressionTree } from '../../plan/syntax.ts';
import { syntaxProblem } from '../sql-problem.ts';
import type { ExpressionParser } from './expression-parser.ts';
import type { Token } from './token-reader.ts';
import { textOf } from './trees.ts';

/**
 * Parses a pattern of LIKE with `%` and `_` and an optional escape character; returns a pattern for the `like` of the
 * plan.
 */
export function likePattern(parser: ExpressionParser): ExpressionTree {
  const first = parser.reader.peek();
  return textOf(likeText(parser), parser.reader.placeFrom(first));
}

/** Like `likePattern`, but returns a text with `*` and `?`. */
export function likeText(parser: ExpressionParser): string {
  const { reader } = parser;
  const token = reader.peek();
  if (token.kind !== 'string' && !reader.isSymbol('?')) return reader.fail('a text');
  reader.next();
  const text = token.kind === 'string' ? token.text : parser.parameter(token);
  if (typeof text !== 'string') throw syntaxProblem(token, 'the pattern of LIKE must be a string');
  return toWildcard(text, escapeOf(parser), token);
}

function escapeOf({ reader }: ExpressionParser): string | undefined {
  const isOdbc = reader.isSymbol('{') && reader.peek(1).text.toLowerCase() === 'escape';
  if (isOdbc) reader.next();
  if (!reader.takeWord('escape')) return undefined;
  const token = reader.peek();
  const character = token.kind === 'string' ? token.text : reader.fail('a text of one character');
  reader.next();
  if (isOdbc) reader.expectSymbol('}');
  if (Array.from(character).length > 1) {
    throw syntaxProblem(token, 'A character not a string required for escaping');
  }
  if (['%', '_', '*'].includes(character)) {
    throw syntaxProblem(token, `Char [${character}] cannot be used for escaping`);
  }
  return character === '' ? undefined : character;
}

/** Converts a pattern to one with `*` and `?`, in which a backslash is the escape character. */
function toWildcard(text: string, escape: string | undefined, token: Token): string {
  let pattern = '';
  let isEscaped = false;
  for (const character of text) {
    if (isEscaped) {
      if (character !== '%' && character !== '_' && character !== escape) {
        throw syntaxProblem(
          token,
          `Pattern [${text}] is invalid: escape char [${escape ?? ''}] can only escape itself, [%] and [_]; found [${character}]`,
        );
      }
      pattern += plain(character);
      isEscaped = false;
    } else if (character === escape) isEscaped = true;
    else if (character === '%') pattern += '*';
    else if (character === '_') pattern += '?';
    else pattern += plain(character);
  }
  if (isEscaped) {
    throw syntaxProblem(token, `Pattern [${text}] is invalid: it ends with its escape char`);
  }
  return pattern;
}

function plain(character: string): string {
  return character === '*' || character === '?' || character === '\\'
    ? `\\${character}`
    : character;
}
