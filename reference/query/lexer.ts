import { defined } from '../base/assert.ts';
import type { SourceText, Token, TokenRule } from './token-cursor.ts';
import { QueryProblem } from '../plan/expression.ts';
import { tokenAt } from './token-cursor.ts';

const blank = /(?:\s+|\/\/[^\r\n]*|\/\*[^]*?\*\/)*/y;

/** Returns the offset of the next character that is neither white space nor in a comment; an unclosed one is not skipped. */
function skipBlank(text: string, start: number): number {
  blank.lastIndex = start;
  blank.test(text);
  return Math.max(start, blank.lastIndex);
}

/** The form of names depends on the command: `source` for index expressions, `names` for names with stars. */
type Mode = 'expression' | 'names' | 'source';

const modes = new Map<string, Mode>([
  ['from', 'source'],
  ['keep', 'names'],
  ['drop', 'names'],
  ['rename', 'names'],
  ['mv_expand', 'names'],
]);

const strings: readonly TokenRule[] = [
  // Up to two quotes directly before the closing three belong to the string.
  { kind: 'string', pattern: /"""[^]*?"""(?:"{1,2})?/y, read: (text) => text.slice(3, -3) },
  { kind: 'string', pattern: /"(?!"")(?:[^"\\\r\n]|\\[tnr"\\])*"/y, read: unescape },
];

const shared: readonly TokenRule[] = [
  {
    kind: 'quoted_name',
    pattern: /`(?:[^`]|``)*`/y,
    read: (text) => text.slice(1, -1).replaceAll('``', '`'),
  },
  { kind: 'param', pattern: /\?\??(?:[a-z_][a-z0-9_]*|[0-9]+)?/iy },
  { kind: 'symbol', pattern: /::|==|=~|!=|<=|>=|[<>=+\-*/%()[\]{},.:|]/y },
];

const rules: Readonly<Record<Mode, readonly TokenRule[]>> = {
  expression: [
    ...strings,
    { kind: 'decimal', pattern: /(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?|\d+e[+-]?\d+/iy },
    { kind: 'integer', pattern: /\d+/y },
    { kind: 'word', pattern: /[a-z][a-z0-9_]*|[_@][a-z0-9_]+/iy },
    ...shared,
  ],
  names: [...strings, { kind: 'word', pattern: /[a-z*][a-z0-9_*]*|[_@][a-z0-9_*]+/iy }, ...shared],
  source: [
    ...strings,
    { kind: 'source', pattern: /(?:[^\s:"=|,[\]()/]|\/(?![/*]))+/y },
    { kind: 'symbol', pattern: /[,|=[\]()]/y },
  ],
};

const command: TokenRule = { kind: 'word', pattern: /[a-z_][a-z0-9_]*/iy };

/** Maximum number of tokens of a query text, which is parsed without yielding to the event loop. */
const maxTokens = 10_000;

/**
 * Returns the tokens of a query text. Characters that form no token have the kind `invalid`. Throws a QueryProblem if there are too many tokens.
 */
export function tokensOf({ text, placeOf }: SourceText): readonly Token[] {
  const tokens: Token[] = [];
  let mode: Mode | undefined;
  for (let at = skipBlank(text, 0); at < text.length;) {
    const token = nextToken(text, at, mode);
    if (tokens.length === maxTokens) {
      const reason = `ESQL statement exceeded the maximum number of tokens allowed (${maxTokens})`;
      throw new QueryProblem(placeOf(token.start, token.end), reason);
    }
    tokens.push(token);
    if (token.text === '|') mode = undefined;
    else mode ??= modes.get(token.text.toLowerCase()) ?? 'expression';
    at = skipBlank(text, token.end);
  }
  return tokens;
}

/** Returns the token at an offset; `mode` is undefined at the start of a command. */
function nextToken(text: string, at: number, mode: Mode | undefined): Token {
  if (text.startsWith('/*', at)) return invalid(text, at, text.length);
  const tried = mode === undefined ? [command, ...rules.expression] : rules[mode];
  return tokenAt(text, at, tried) ?? invalid(text, at, endOfInvalid(text, at));
}

function invalid(text: string, start: number, end: number): Token {
  const piece = text.slice(start, end);
  return { kind: 'invalid', start, end, text: piece, value: piece };
}

/** Returns the end of an invalid token: for an unclosed string the end of its line, else the next character. */
function endOfInvalid(text: string, at: number): number {
  const [first] = text.slice(at, at + 2);
  if (first !== '"' && first !== '`') return at + defined(first, 'character').length;
  const rest = /[\r\n]/.exec(text.slice(at));
  return rest === null ? text.length : at + rest.index;
}

/** Not by one pattern, which would call a function for each of many escapes. */
function unescape(text: string): string {
  const plain = (part: string): string =>
    part
      .replaceAll('\\t', '\t')
      .replaceAll('\\n', '\n')
      .replaceAll('\\r', '\r')
      .replaceAll('\\"', '"');
  return text.slice(1, -1).split('\\\\').map(plain).join('\\');
}
