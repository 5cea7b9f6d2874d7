import { defined } from '../base/assert.ts';
import type { SourceLocation } from '../plan/syntax.ts';
import { skipBlank } from './skip-blank.ts';
import type { SourceText } from './source-text.ts';
import { SyntaxProblem } from './syntax-problem.ts';
import type { Token, TokenKind } from './token.ts';

/** The form of names depends on the command: `source` for index expressions, `names` for names with stars. */
type Mode = 'expression' | 'names' | 'source';

interface Rule {
  readonly kind: TokenKind;
  /** Sticky. */
  readonly pattern: RegExp;
  readonly read?: (text: string) => string;
}

const modes = new Map<string, Mode>([
  ['from', 'source'],
  ['keep', 'names'],
  ['drop', 'names'],
  ['rename', 'names'],
  ['mv_expand', 'names'],
]);

const strings: readonly Rule[] = [
  // Up to two quotes directly before the closing three belong to the string.
  { kind: 'string', pattern: /"""[^]*?"""(?:"{1,2})?/y, read: (text) => text.slice(3, -3) },
  { kind: 'string', pattern: /"(?!"")(?:[^"\\\r\n]|\\[tnr"\\])*"/y, read: unescape },
];

const shared: readonly Rule[] = [
  {
    kind: 'quoted_name',
    pattern: /`(?:[^`]|``)*`/y,
    read: (text) => text.slice(1, -1).replaceAll('``', '`'),
  },
  { kind: 'param', pattern: /\?\??(?:[a-z_][a-z0-9_]*|[0-9]+)?/iy },
  { kind: 'symbol', pattern: /::|==|=~|!=|<=|>=|[<>=+\-*/%()[\]{},.:|]/y },
];

const rules: Readonly<Record<Mode, readonly Rule[]>> = {
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
    { kind: 'symbol', pattern: /::|[:,|=[\]()]/y },
  ],
};

const command: Rule = { kind: 'word', pattern: /[a-z_][a-z0-9_]*/iy };

/** Maximum number of tokens of a query text, which is parsed without yielding to the event loop. */
const maxTokens = 10_000;

/**
 * Returns the tokens of a query text; the last has the kind `end`. Characters that form no token have the kind
 * `invalid`. Throws a SyntaxProblem if there are too many tokens.
 */
export function tokensOf({ text, placeOf }: SourceText): readonly Token[] {
  const tokens: Token[] = [];
  let mode: Mode | undefined;
  for (let at = skipBlank(text, 0); at < text.length;) {
    const token = at < 0 ? undefined : nextToken(text, at, mode);
    if (token === undefined) break;
    if (tokens.length === maxTokens) throw tooMany(placeOf(token.start, token.end));
    tokens.push(token);
    if (token.text === '|') mode = undefined;
    else mode ??= modes.get(token.text.toLowerCase()) ?? 'expression';
    at = skipBlank(text, token.end);
  }
  const end = text.length;
  tokens.push({ kind: 'end', start: end, end, text: '<EOF>', value: '' });
  return tokens;
}

function tooMany(place: SourceLocation): SyntaxProblem {
  const reason = `ESQL statement exceeded the maximum number of tokens allowed (${maxTokens})`;
  return new SyntaxProblem(place, reason);
}

/** Returns the token at an offset; `mode` is undefined at the start of a command. */
function nextToken(text: string, at: number, mode: Mode | undefined): Token {
  if (text.startsWith('/*', at)) return invalid(text, at, text.length);
  const tried = mode === undefined ? [command, ...rules.expression] : rules[mode];
  for (const { kind, pattern, read } of tried) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    const value = read?.(found) ?? found;
    return { kind, start: at, end: at + found.length, text: found, value };
  }
  return invalid(text, at, endOfInvalid(text, at));
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

function unescape(text: string): string {
  const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };
  return text
    .slice(1, -1)
    .replaceAll(/\\(.)/g, (_, escaped: string) => escapes[escaped] ?? escaped);
}
