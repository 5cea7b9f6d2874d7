import type { CommandTree, QueryTree } from '../plan/syntax.ts';
import type { CommandReader } from './commands.ts';
import { pipedCommands, sourceCommands } from './commands.ts';
import { readExpression } from './expressions.ts';
import { tokensOf } from './lexer.ts';
import type { QueryParams } from './params.ts';
import { bindParams } from './params.ts';
import type { Parser } from './parser.ts';
import type { SourceText, Token } from './token-cursor.ts';
import { sourceText } from './token-cursor.ts';
import { TokenCursor } from './token-cursor.ts';
import { syntaxRefusal, SyntaxProblem } from './token-cursor.ts';

/** Maximum number of commands. */
const maxCommands = 500;

/** Maximum number of problems that are reported. */
const maxProblems = 100;

/**
 * query = source {"|" command}. Takes a query text and the entries of `params`; returns its syntax tree. Throws
 * parsing_exception with all problems found, at most one for each command.
 *
 * query.query-several-lines, query.triple-quoted-literal-holds-quotes, query.triple-quoted-literal-keeps-line-breaks.
 */
export function parseQueryText(text: string, params: QueryParams = []): QueryTree {
  const source = sourceText(text);
  const tokens = readTokens(source);
  const binding = bindParams(tokens, params, source);
  const cursor = new TokenCursor(tokens, source);
  const parser: Parser = { cursor, binding, expression: () => readExpression(parser) };
  const problems = new Set<SyntaxProblem>(binding.problems);
  const commands: CommandTree[] = [];
  let count = 0;
  do {
    const command = readCommand(parser, count++, problems);
    if (command !== undefined) commands.push(command);
  } while (problems.size < maxProblems && cursor.skipCommand());
  if (problems.size > 0) throw syntaxRefusal([...problems]);
  return commands;
}

function readTokens(source: SourceText): readonly Token[] {
  try {
    return tokensOf(source);
  } catch (error) {
    throw error instanceof SyntaxProblem ? syntaxRefusal([error]) : error;
  }
}

function readCommand(
  parser: Parser,
  count: number,
  problems: Set<SyntaxProblem>,
): CommandTree | undefined {
  const { cursor } = parser;
  try {
    const start = cursor.peek();
    if (count >= maxCommands) {
      const reason = `ESQL statement exceeded the maximum query depth allowed (${maxCommands})`;
      throw new SyntaxProblem(cursor.placeOf(start), reason);
    }
    const command = readerOf(parser, count === 0 ? sourceCommands : pipedCommands);
    const read = command(parser, cursor.take());
    if (!cursor.atSymbol('|') && cursor.peek().kind !== 'end') cursor.fail('<EOF>', "'|'", "','");
    return read;
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    problems.add(error);
    return undefined;
  }
}

function readerOf({ cursor }: Parser, commands: ReadonlyMap<string, CommandReader>): CommandReader {
  const { kind, text } = cursor.peek();
  const reader = kind === 'word' ? commands.get(text.toLowerCase()) : undefined;
  return reader ?? cursor.fail(...[...commands.keys()].map((name) => `'${name}'`));
}
