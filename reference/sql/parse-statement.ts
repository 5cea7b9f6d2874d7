import type { JsonValue } from '../base/json.ts';
import type { ExpressionTree } from '../plan/syntax.ts';
import { readSortKey } from '../query/operators.ts';
import type { Token, TokenCursor } from '../query/token-cursor.ts';
import { QueryProblem } from '../plan/expression.ts';
import { syntaxRefusal } from '../query/token-cursor.ts';
import { expressionParser } from './expressions.ts';
import { isName, statementCursor, takeName } from './lexer.ts';
import type { ExpressionParser } from './operands.ts';
import type { SelectItem, SelectStatement, TableReference } from './trees.ts';

/**
 * Parses a statement, with the values of its placeholders in order. Throws parsing_exception with line and position if
 * it does not follow the grammar.
 *
 * sql.dialect, sql.statement-invalid.
 */
export function parseStatement(text: string, params: readonly JsonValue[] = []): SelectStatement {
  try {
    const cursor = statementCursor(text);
    const statement = readSelect(expressionParser(cursor, params));
    cursor.acceptSymbol(';');
    if (cursor.peek().kind !== 'end') cursor.fail('the end of the statement');
    return statement;
  } catch (error) {
    throw error instanceof QueryProblem ? syntaxRefusal(error) : error;
  }
}

/**
 * select = "SELECT" ["DISTINCT"] item {"," item} ["FROM" table] ["WHERE" expression]
 *   ["GROUP" "BY" expression {"," expression}] ["HAVING" expression] ["ORDER" "BY" order {"," order}] ["LIMIT" number]
 */
function readSelect(parser: ExpressionParser): SelectStatement {
  const { cursor, expression } = parser;
  const start = cursor.peek();
  cursor.expectWord('select');
  const distinct = cursor.acceptWord('distinct');
  const items = cursor.list(() => readItem(parser));
  const table = cursor.acceptWord('from') ? readTable(cursor) : undefined;
  const where = cursor.acceptWord('where') ? expression() : undefined;
  const group = cursor.acceptWord('group', 'by') ? cursor.list(expression) : undefined;
  const having = cursor.acceptWord('having') ? expression() : undefined;
  const order = cursor.acceptWord('order', 'by') ? cursor.list(() => readSortKey(parser)) : [];
  const limit = cursor.acceptWord('limit') ? readCount(parser) : undefined;
  const place = cursor.placeFrom(start);
  return { place, distinct, items, table, where, group, having, order, limit };
}

/** item = "*" | expression [["AS"] name] */
function readItem(parser: ExpressionParser): SelectItem {
  const { cursor } = parser;
  const start = cursor.peek();
  if (cursor.acceptSymbol('*')) return { kind: 'star', place: cursor.placeFrom(start) };
  const value: ExpressionTree = parser.expression();
  const place = cursor.placeFrom(start);
  const isNamed = cursor.acceptWord('as') || isName(cursor.peek());
  const alias = isNamed ? takeName(cursor, 'a name').value : undefined;
  return { kind: 'value', value, alias, place };
}

/** Symbols that a pattern of indices may contain without quotes. */
const inNames = new Set(['-', '*', '.', ':', '+', '/']);

/** table = name {"," name}: each in quotes, or tokens without white space between them. */
function readTable(cursor: TokenCursor): TableReference {
  const start = cursor.peek();
  const names = cursor.list(() => readTableName(cursor));
  return { target: names.join(','), place: cursor.placeFrom(start) };
}

function readTableName(cursor: TokenCursor): string {
  const first = cursor.peek();
  if (first.kind === 'quoted_name') return cursor.take().value;
  if (!isPiece(first) || (first.kind === 'word' && !isName(first))) {
    return cursor.fail('the name of an index');
  }
  let last = cursor.take();
  while (isPiece(cursor.peek()) && cursor.peek().start === last.end) last = cursor.take();
  return cursor.source.text.slice(first.start, last.end);
}

function isPiece({ kind, text }: Token): boolean {
  return kind === 'word' || kind === 'decimal' || (kind === 'symbol' && inNames.has(text));
}

/** Reads a number of rows, or a placeholder for one. */
function readCount({ cursor, parameter }: ExpressionParser): number {
  const token = cursor.peek();
  if (token.kind !== 'decimal' && !cursor.atSymbol('?')) return cursor.fail('a number of rows');
  cursor.take();
  const count = token.kind === 'decimal' ? Number(token.text) : parameter(token);
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count;
  throw new QueryProblem(cursor.placeOf(token), 'LIMIT needs a number of rows');
}
