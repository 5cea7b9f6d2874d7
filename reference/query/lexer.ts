import type { SourceText, Token, TokenRule } from './token-cursor.ts';
import { tokensOf } from './token-cursor.ts';

const blank = /(?:\s+|\/\/[^\r\n]*|\/\*[^]*?\*\/)*/y;

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

/** Returns the tokens of a query text. Throws a QueryProblem if there are too many. */
export function queryTokens(source: SourceText): readonly Token[] {
  let mode: Mode | undefined;
  return tokensOf(source, {
    blank,
    rulesAfter(before) {
      if (before === undefined || before.text === '|') mode = undefined;
      else mode ??= modes.get(before.text.toLowerCase()) ?? 'expression';
      return mode === undefined ? [command, ...rules.expression] : rules[mode];
    },
  });
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
