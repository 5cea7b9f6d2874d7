import type { TokenCursor } from '../../query/token-cursor.ts';
import { SyntaxProblem } from '../../query/token-cursor.ts';
import { takeName } from './lexer.ts';

const castNames: Readonly<Record<string, string>> = {
  boolean: 'to_boolean',
  bool: 'to_boolean',
  byte: 'to_integer',
  tinyint: 'to_integer',
  short: 'to_integer',
  smallint: 'to_integer',
  int: 'to_integer',
  integer: 'to_integer',
  long: 'to_long',
  bigint: 'to_long',
  unsigned_long: 'to_unsigned_long',
  float: 'to_double',
  half_float: 'to_double',
  scaled_float: 'to_double',
  real: 'to_double',
  double: 'to_double',
  decimal: 'to_double',
  numeric: 'to_double',
  keyword: 'to_string',
  text: 'to_string',
  string: 'to_string',
  varchar: 'to_string',
  char: 'to_string',
  date: 'to_datetime',
  datetime: 'to_datetime',
  timestamp: 'to_datetime',
  date_nanos: 'to_date_nanos',
  ip: 'to_ip',
  version: 'to_version',
};

/**
 * Parses the name of a type, with or without ODBC's prefix `SQL_`; returns the function of the plan that converts to
 * the type. Throws parsing_exception if the type is unknown.
 */
export function castName(cursor: TokenCursor): string {
  const token = takeName(cursor, 'a data type');
  const type = token.text.toLowerCase().replace(/^sql_/, '');
  const name = castNames[type];
  if (name === undefined)
    throw new SyntaxProblem(cursor.placeOf(token), `Does not recognize type [${token.text}]`);
  if (type === 'double') cursor.acceptWord('precision');
  if (cursor.acceptSymbol('(')) {
    while (cursor.peek().kind === 'decimal' || cursor.atSymbol(',')) cursor.take();
    cursor.expectSymbol(')');
  }
  return name;
}
