import type { ExpressionTree, SourceLocation } from '../../plan/syntax.ts';
import { SyntaxProblem } from '../../query/token-cursor.ts';
import type { ExpressionParser } from './expression-parser.ts';
import { textOf } from './trees.ts';

/** The characters of a pattern of LIKE that another character or escape stands for in one with `*` and `?`. */
const wildcards: ReadonlyMap<string, string> = new Map([
  ['%', '*'],
  ['_', '?'],
  ['*', '\\*'],
  ['?', '\\?'],
  ['\\', '\\\\'],
]);

/**
 * Parses a pattern of LIKE with `%` and `_` and an optional escape character; returns a pattern for the `like` of the
 * plan.
 */
export function likePattern(parser: ExpressionParser): ExpressionTree {
  const first = parser.cursor.peek();
  return textOf(likeText(parser), parser.cursor.placeFrom(first));
}

/** Like `likePattern`, but returns a text with `*` and `?`. */
export function likeText(parser: ExpressionParser): string {
  const place = parser.cursor.placeOf(parser.cursor.peek());
  const text = patternText(parser, 'the pattern of LIKE must be a string');
  return toWildcard(text, escapeOf(parser), place);
}

/** Parses a text or a placeholder for one; `refusal` says what is wrong with any other value. */
export function patternText({ cursor, parameter }: ExpressionParser, refusal: string): string {
  const token = cursor.peek();
  if (token.kind !== 'string' && !cursor.atSymbol('?')) return cursor.fail('a text');
  cursor.take();
  const text = token.kind === 'string' ? token.value : parameter(token);
  if (typeof text === 'string') return text;
  throw new SyntaxProblem(cursor.placeOf(token), refusal);
}

function escapeOf({ cursor }: ExpressionParser): string | undefined {
  const isOdbc = cursor.atSymbol('{') && cursor.atWord('escape', 1);
  if (isOdbc) cursor.take();
  if (!cursor.acceptWord('escape')) return undefined;
  const token = cursor.peek();
  const character = token.kind === 'string' ? token.value : cursor.fail('a text of one character');
  cursor.take();
  if (isOdbc) cursor.expectSymbol('}');
  const place = cursor.placeOf(token);
  if (Array.from(character).length > 1) {
    throw new SyntaxProblem(place, 'A character not a string required for escaping');
  }
  if (['%', '_', '*'].includes(character)) {
    throw new SyntaxProblem(place, `Char [${character}] cannot be used for escaping`);
  }
  return character === '' ? undefined : character;
}

/** Converts a pattern to one with `*` and `?`, in which a backslash is the escape character. */
function toWildcard(text: string, escape: string | undefined, place: SourceLocation): string {
  const pattern: string[] = [];
  let isEscaped = false;
  for (const character of text) {
    if (isEscaped) {
      if (character !== '%' && character !== '_' && character !== escape) {
        throw new SyntaxProblem(
          place,
          `Pattern [${text}] is invalid: escape char [${escape}] can only escape itself, [%] and [_]; found [${character}]`,
        );
      }
      pattern.push(/[*?\\]/.test(character) ? `\\${character}` : character);
      isEscaped = false;
    } else if (character === escape) isEscaped = true;
    else pattern.push(wildcards.get(character) ?? character);
  }
  if (!isEscaped) return pattern.join('');
  throw new SyntaxProblem(place, `Pattern [${text}] is invalid: it ends with its escape char`);
}
