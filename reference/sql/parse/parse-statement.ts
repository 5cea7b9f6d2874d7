import type { JsonValue } from '../../base/json.ts';
import type { ExpressionTree } from '../../plan/syntax.ts';
import { syntaxProblem } from '../sql-problem.ts';
import type { ExpressionParser } from './expression-parser.ts';
import { expressionParser } from './create-expression-parser.ts';
import { likeText } from './like-pattern.ts';
import type { OrderItem, SelectItem, SelectStatement, Statement } from './statement.ts';
import { parseTable } from './table-reference.ts';
import type { TokenReader } from './token-reader.ts';
import { tokenReader } from './token-reader.ts';

/**
 * Parses a statement, with the values of its placeholders in order. Throws parsing_exception with line and position if
 * it does not follow the grammar.
 *
 * sql.dialect, sql.statement-invalid.
 */
export function parseStatement(text: string, params: readonly JsonValue[] = []): Statement {
  const reader = tokenReader(text);
  const parser = expressionParser(reader, params);
  const statement = parseAny(parser);
  reader.takeSymbol(';');
  if (reader.peek().kind !== 'end') reader.fail('the end of the statement');
  return statement;
}

function parseAny(parser: ExpressionParser): Statement {
  const { reader } = parser;
  if (reader.isWord('select')) return parseSelect(parser);
  if (reader.takeWord('show', 'tables')) {
    const pattern = reader.takeWord('like')
      ? likeText(parser)
      : reader.peek().kind === 'end' || reader.isSymbol(';')
        ? '*'
        : parseTable(reader).target;
    return { kind: 'show_tables', pattern };
  }
  const isDescribe =
    reader.takeWord('describe') ||
    reader.takeWord('desc') ||
    reader.takeWord('show', 'columns', 'from') ||
    reader.takeWord('show', 'columns', 'in');
  if (isDescribe) return { kind: 'describe', table: parseTable(reader) };
  return reader.fail('SELECT, SHOW TABLES, SHOW COLUMNS or DESCRIBE');
}

function parseSelect(parser: ExpressionParser): SelectStatement {
  const { reader } = parser;
  const first = reader.peek();
  reader.expectWord('select');
  const most = parseTop(reader);
  const distinct = reader.takeWord('distinct');
  if (!distinct) reader.takeWord('all');
  const items = listOf(reader, () => parseItem(parser));
  const table = reader.takeWord('from') ? parseTable(reader) : undefined;
  const where = reader.takeWord('where') ? parser.expression() : undefined;
  const group = reader.takeWord('group', 'by') ? parseGroup(parser) : undefined;
  const having = reader.takeWord('having') ? parser.expression() : undefined;
  const isOrdered = reader.takeWord('order', 'by');
  const order = isOrdered ? listOf(reader, () => parseOrder(parser)) : [];
  const limit = parseLimit(parser);
  if (most !== undefined && limit !== undefined) {
    throw syntaxProblem(first, 'TOP and LIMIT are not allowed in the same query');
  }
  refuseUnsupported(reader);
  const place = reader.placeFrom(first);
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

function parseTop(reader: TokenReader): number | undefined {
  if (!reader.isWord('top') || reader.peek(1).kind !== 'number') return undefined;
  reader.next();
  return parseCount(reader);
}

function refuseUnsupported(reader: TokenReader): void {
  for (const word of ['union', 'intersect', 'except', 'offset', 'pivot']) {
    if (reader.isWord(word)) {
      throw syntaxProblem(reader.peek(), `${word.toUpperCase()} is not supported`);
    }
  }
}

/** Parses one or more elements that are separated by commas. */
function listOf<T>(reader: TokenReader, read: () => T): readonly T[] {
  const found = [read()];
  while (reader.takeSymbol(',')) found.push(read());
  return found;
}

function parseItem(parser: ExpressionParser): SelectItem {
  const { reader } = parser;
  const first = reader.peek();
  if (reader.isName() && isSymbolAt(reader, 1, '.') && isSymbolAt(reader, 2, '*')) {
    reader.next();
    reader.next();
  }
  if (reader.takeSymbol('*')) return { kind: 'star', place: reader.placeFrom(first) };
  const value = parser.expression();
  const place = reader.placeFrom(first);
  const isNamed = reader.takeWord('as') || reader.isName();
  const alias = isNamed ? reader.expectName('a name').text : undefined;
  return { kind: 'value', value, alias, place };
}

function isSymbolAt(reader: TokenReader, ahead: number, text: string): boolean {
  const token = reader.peek(ahead);
  return token.kind === 'symbol' && token.text === text;
}

/** Parses expressions separated by commas, with or without parentheses around them. */
function parseGroup(parser: ExpressionParser): readonly ExpressionTree[] {
  const { reader } = parser;
  const keys: ExpressionTree[] = [];
  do {
    if (reader.takeSymbol('(')) {
      keys.push(...listOf(reader, () => parser.expression()));
      reader.expectSymbol(')');
    } else keys.push(parser.expression());
  } while (reader.takeSymbol(','));
  return keys;
}

function parseOrder(parser: ExpressionParser): OrderItem {
  const { reader } = parser;
  const first = reader.peek();
  const value = parser.expression();
  const descending = reader.takeWord('desc');
  if (!descending) reader.takeWord('asc');
  const said = reader.takeWord('nulls');
  const nullsFirst = said && reader.takeWord('first');
  if (said && !nullsFirst) reader.expectWord('last');
  const place = reader.placeFrom(first);
  return { value, descending, nullsFirst: said ? nullsFirst : descending, place };
}

function parseLimit(parser: ExpressionParser): number | undefined {
  const { reader } = parser;
  const first = reader.peek();
  const isOdbc = reader.isSymbol('{') && reader.peek(1).text.toLowerCase() === 'limit';
  if (isOdbc) reader.next();
  if (!reader.takeWord('limit')) return undefined;
  let rows: number | undefined;
  if (reader.isSymbol('?')) rows = givenCount(parser);
  else if (!reader.takeWord('all')) rows = parseCount(reader);
  if (reader.isSymbol(','))
    throw syntaxProblem(first, 'LIMIT takes one number; OFFSET is not supported');
  if (isOdbc) reader.expectSymbol('}');
  return rows;
}

function givenCount({ reader, parameter }: ExpressionParser): number {
  const token = reader.next();
  const value = parameter(token);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw syntaxProblem(token, 'the value for the placeholder of LIMIT must be a number of rows');
}

function parseCount(reader: TokenReader): number {
  const token = reader.peek();
  const count = Number(token.text);
  if (token.kind !== 'number' || !/^\d+$/.test(token.text)) return reader.fail('a number of rows');
  if (!Number.isSafeInteger(count))
    throw syntaxProblem(token, `LIMIT [${token.text}] is too large`);
  reader.next();
  return count;
}
