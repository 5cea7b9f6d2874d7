import type { CommandTree, QueryTree } from '../plan/syntax.ts';
import type { CommandReader } from './commands.ts';
import { pipedCommands, sourceCommands } from './commands.ts';
import { readExpression } from './expressions.ts';
import { queryTokens } from './lexer.ts';
import { QueryProblem } from '../plan/expression.ts';
import { sourceText, syntaxRefusal, TokenCursor } from './token-cursor.ts';
import type { Parser, QueryParams } from './params.ts';
import { bindParams } from './params.ts';

/** Maximum number of commands. */
const maxCommands = 500;

/**
 * query = source {"|" command}. Takes a query text and the entries of `params`; returns its syntax tree. Throws
 * parsing_exception for the first mistake.
 *
 * query.query-several-lines, query.triple-quoted-literal-holds-quotes, query.triple-quoted-literal-keeps-line-breaks.
 */
export function parseQueryText(text: string, params: QueryParams = []): QueryTree {
  try {
    const source = sourceText(text);
    const tokens = queryTokens(source);
    const binding = bindParams(tokens, params, source);
    const cursor = new TokenCursor(tokens, source);
    const parser: Parser = { cursor, binding, expression: () => readExpression(parser) };
    const commands: CommandTree[] = [];
    do commands.push(readCommand(parser, commands.length));
    while (cursor.acceptSymbol('|'));
    return commands;
  } catch (error) {
    throw error instanceof QueryProblem ? syntaxRefusal(error) : error;
  }
}

function readCommand(parser: Parser, count: number): CommandTree {
  const { cursor } = parser;
  const start = cursor.peek();
  if (count >= maxCommands) {
    const reason = `ESQL statement exceeded the maximum query depth allowed (${maxCommands})`;
    throw new QueryProblem(cursor.placeOf(start), reason);
  }
  const read = readerOf(parser, count === 0 ? sourceCommands : pipedCommands);
  cursor.take();
  const command = read(parser);
  const place = cursor.placeFrom(start);
  if (!cursor.atSymbol('|') && cursor.peek().kind !== 'end') cursor.fail('<EOF>', "'|'", "','");
  return { ...command, place };
}

function readerOf({ cursor }: Parser, commands: ReadonlyMap<string, CommandReader>): CommandReader {
  const { kind, text } = cursor.peek();
  const reader = kind === 'word' ? commands.get(text.toLowerCase()) : undefined;
  return reader ?? cursor.fail(...[...commands.keys()].map((name) => `'${name}'`));
}
