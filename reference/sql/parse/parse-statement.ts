import type { JsonValue } from '../../base/json.ts';
import type { ExpressionTree } from '../../plan/syntax.ts';
import type { TokenCursor } from '../../query/token-cursor.ts';
import { SyntaxProblem, syntaxRefusal } from '../../query/token-cursor.ts';
import type { ExpressionParser } from './expression-parser.ts';
import { expressionParser } from './expressions.ts';
import { isName, statementCursor, takeName } from './lexer.ts';
import { likeText } from './like-pattern.ts';
import type { OrderItem, SelectItem, SelectStatement, Statement } from './trees.ts';
import { parseTable } from './table-reference.ts';

/**
 * Parses a statement, with the values of its placeholders in order. Throws parsing_exception with line and position if
 * it does not follow the grammar.
 *
 * sql.dialect, sql.statement-invalid.
 */
export function parseStatement(text: string, params: readonly JsonValue[] = []): Statement {
  try {
    const cursor = statementCursor(text);
    const statement = parseAny(expressionParser(cursor, params));
    cursor.acceptSymbol(';');
    if (cursor.peek().kind !== 'end') cursor.fail('the end of the statement');
    return statement;
  } catch (error) {
    throw error instanceof SyntaxProblem ? syntaxRefusal([error]) : error;
  }
}

function parseAny(parser: ExpressionParser): Statement {
  const { cursor } = parser;
  if (cursor.atWord('select')) return parseSelect(parser);
  if (cursor.acceptWord('show', 'tables')) {
    const pattern = cursor.acceptWord('like')
      ? likeText(parser)
      : cursor.peek().kind === 'end' || cursor.atSymbol(';')
        ? '*'
        : parseTable(cursor).target;
    return { kind: 'show_tables', pattern };
  }
  const isDescribe =
    cursor.acceptWord('describe') ||
    cursor.acceptWord('desc') ||
    cursor.acceptWord('show', 'columns', 'from') ||
    cursor.acceptWord('show', 'columns', 'in');
  if (isDescribe) return { kind: 'describe', table: parseTable(cursor) };
  return cursor.fail('SELECT, SHOW TABLES, SHOW COLUMNS or DESCRIBE');
}

function parseSelect(parser: ExpressionParser): SelectStatement {
  const { cursor } = parser;
  const first = cursor.peek();
  cursor.expectWord('select');
  const most = parseTop(cursor);
  const distinct = cursor.acceptWord('distinct');
  if (!distinct) cursor.acceptWord('all');
  const items = cursor.list(() => parseItem(parser));
  const table = cursor.acceptWord('from') ? parseTable(cursor) : undefined;
  const where = cursor.acceptWord('where') ? parser.expression() : undefined;
  const group = cursor.acceptWord('group', 'by') ? parseGroup(parser) : undefined;
  const having = cursor.acceptWord('having') ? parser.expression() : undefined;
  const isOrdered = cursor.acceptWord('order', 'by');
  const order = isOrdered ? cursor.list(() => parseOrder(parser)) : [];
  const limit = parseLimit(parser);
  if (most !== undefined && limit !== undefined) {
    throw new SyntaxProblem(
      cursor.placeOf(first),
      'TOP and LIMIT are not allowed in the same query',
    );
  }
  refuseUnsupported(cursor);
  const place = cursor.placeFrom(first);
  const rows = limit ?? most;
  return {
    kind: 'select',
    place,
    distinct,
    items,
    table,
    where,
    group,
    having,
    order,
    limit: rows,
  };
}

function parseTop(cursor: TokenCursor): number | undefined {
  if (!cursor.atWord('top') || cursor.peek(1).kind !== 'decimal') return undefined;
  cursor.take();
  return parseCount(cursor);
}

function refuseUnsupported(cursor: TokenCursor): void {
  for (const word of ['union', 'intersect', 'except', 'offset', 'pivot']) {
    if (cursor.atWord(word)) {
      throw new SyntaxProblem(
        cursor.placeOf(cursor.peek()),
        `${word.toUpperCase()} is not supported`,
      );
    }
  }
}

function parseItem(parser: ExpressionParser): SelectItem {
  const { cursor } = parser;
  const first = cursor.peek();
  if (isName(cursor.peek()) && cursor.atSymbol('.', 1) && cursor.atSymbol('*', 2)) {
    cursor.take();
    cursor.take();
  }
  if (cursor.acceptSymbol('*')) return { kind: 'star', place: cursor.placeFrom(first) };
  const value = parser.expression();
  const place = cursor.placeFrom(first);
  const isNamed = cursor.acceptWord('as') || isName(cursor.peek());
  const alias = isNamed ? takeName(cursor, 'a name').value : undefined;
  return { kind: 'value', value, alias, place };
}

/** Parses expressions separated by commas, with or without parentheses around them. */
function parseGroup(parser: ExpressionParser): readonly ExpressionTree[] {
  const { cursor } = parser;
  const keys: ExpressionTree[] = [];
  do {
    if (cursor.acceptSymbol('(')) {
      keys.push(...cursor.list(() => parser.expression()));
      cursor.expectSymbol(')');
    } else keys.push(parser.expression());
  } while (cursor.acceptSymbol(','));
  return keys;
}

function parseOrder(parser: ExpressionParser): OrderItem {
  const { cursor } = parser;
  const first = cursor.peek();
  const value = parser.expression();
  const descending = cursor.acceptWord('desc');
  if (!descending) cursor.acceptWord('asc');
  const said = cursor.acceptWord('nulls');
  const nullsFirst = said && cursor.acceptWord('first');
  if (said && !nullsFirst) cursor.expectWord('last');
  const place = cursor.placeFrom(first);
  return { value, descending, nullsFirst: said ? nullsFirst : descending, place };
}

function parseLimit(parser: ExpressionParser): number | undefined {
  const { cursor } = parser;
  const first = cursor.peek();
  const isOdbc = cursor.atSymbol('{') && cursor.peek(1).text.toLowerCase() === 'limit';
  if (isOdbc) cursor.take();
  if (!cursor.acceptWord('limit')) return undefined;
  let rows: number | undefined;
  if (cursor.atSymbol('?')) rows = givenCount(parser);
  else if (!cursor.acceptWord('all')) rows = parseCount(cursor);
  if (cursor.atSymbol(','))
    throw new SyntaxProblem(
      cursor.placeOf(first),
      'LIMIT takes one number; OFFSET is not supported',
    );
  if (isOdbc) cursor.expectSymbol('}');
  return rows;
}

function givenCount({ cursor, parameter }: ExpressionParser): number {
  const token = cursor.take();
  const value = parameter(token);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new SyntaxProblem(
    cursor.placeOf(token),
    'the value for the placeholder of LIMIT must be a number of rows',
  );
}

function parseCount(cursor: TokenCursor): number {
  const token = cursor.peek();
  const count = Number(token.text);
  if (token.kind !== 'decimal' || !/^\d+$/.test(token.text)) return cursor.fail('a number of rows');
  if (!Number.isSafeInteger(count))
    throw new SyntaxProblem(cursor.placeOf(token), `LIMIT [${token.text}] is too large`);
  cursor.take();
  return count;
}
