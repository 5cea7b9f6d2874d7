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

const percent = 0x25;
const star = 0x2a;
const questionMark = 0x3f;
const backslash = 0x5c;
const underscore = 0x5f;

/** Converts a pattern to one with `*` and `?`, in which a backslash is the escape character. */
function toWildcard(text: string, escape: string | undefined, token: Token): string {
  if (escape === undefined) return unescaped(text);
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(escape); at >= 0; at = text.indexOf(escape, from)) {
    const [character] = text.slice(at + escape.length, at + escape.length + 2);
    if (character === undefined) {
      throw syntaxProblem(token, `Pattern [${text}] is invalid: it ends with its escape char`);
    }
    if (character !== '%' && character !== '_' && character !== escape) {
      throw syntaxProblem(
        token,
        `Pattern [${text}] is invalid: escape char [${escape}] can only escape itself, [%] and [_]; found [${character}]`,
      );
    }
    parts.push(unescaped(text.slice(from, at)), plain(character));
    from = at + escape.length + character.length;
  }
  return [...parts, unescaped(text.slice(from))].join('');
}

/** Converts a part of a pattern without escape characters; it may be long, so its characters are not texts. */
function unescaped(text: string): string {
  const bytes = Buffer.allocUnsafe(4 * text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSpecial(code)) length = bytes.writeUint16LE(backslash, length);
    const written = code === percent ? star : code === underscore ? questionMark : code;
    length = bytes.writeUint16LE(written, length);
  }
  return bytes.toString('utf16le', 0, length);
}

function isSpecial(code: number): boolean {
  return code === star || code === questionMark || code === backslash;
}

function plain(character: string): string {
  return isSpecial(character.charCodeAt(0)) ? `\\${character}` : character;
}
