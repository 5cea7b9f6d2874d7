import type { CommandContent, NamePattern, RenameTree } from '../plan/syntax.ts';
import { readNamePattern, readName } from './names.ts';
import { readUnary, readText } from './operands.ts';
import { QueryProblem } from '../plan/expression.ts';
import type { Parser } from './params.ts';

/** keep = "KEEP" pattern {"," pattern} */
export function readKeep(parser: Parser): CommandContent {
  return { kind: 'keep', names: parser.cursor.list(() => readNamePattern(parser)) };
}

/** drop = "DROP" pattern {"," pattern} */
export function readDrop(parser: Parser): CommandContent {
  return { kind: 'drop', names: parser.cursor.list(() => readDropped(parser)) };
}

function readDropped(parser: Parser): NamePattern {
  const found = readNamePattern(parser);
  if (found.literal || found.pattern !== '*') return found;
  throw new QueryProblem(found.place, 'Removing all fields is not allowed [*]');
}

/** rename = "RENAME" change {"," change} */
export function readRename(parser: Parser): CommandContent {
  return { kind: 'rename', renames: parser.cursor.list(() => readChange(parser)) };
}

/** change = old "AS" new | new "=" old */
function readChange(parser: Parser): RenameTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const left = readName(parser);
  const isReversed = cursor.acceptSymbol('=');
  if (!isReversed && !cursor.acceptWord('as')) cursor.fail("'as'", "'='", "'.'");
  const right = readName(parser);
  const place = cursor.placeFrom(start);
  return isReversed ? { from: right, to: left, place } : { from: left, to: right, place };
}

/** dissect = "DISSECT" primary text ["APPEND_SEPARATOR" "=" text] */
export function readDissect(parser: Parser): CommandContent {
  const { cursor } = parser;
  const value = readUnary(parser);
  const pattern = readPatternText(parser);
  const appendSeparator = cursor.peek().kind === 'word' ? readSeparator(parser) : '';
  return { kind: 'dissect', value, pattern, append_separator: appendSeparator };
}

function readSeparator(parser: Parser): string {
  const { cursor } = parser;
  const option = cursor.take();
  if (option.text.toLowerCase() !== 'append_separator') {
    throw new QueryProblem(
      cursor.placeOf(option),
      `Invalid option for dissect: [${option.text}], expected [append_separator]`,
    );
  }
  cursor.expectSymbol('=');
  return readPatternText(parser);
}

/** grok = "GROK" primary text */
export function readGrok(parser: Parser): CommandContent {
  return { kind: 'grok', value: readUnary(parser), pattern: readPatternText(parser) };
}

/** Parses the text of a pattern: a string in quotes or a placeholder for one. */
function readPatternText(parser: Parser): string {
  const literal = readText(
    parser,
    ({ place, type }) =>
      new QueryProblem(place, `Invalid pattern [${place.text}]: expected string, found ${type}`),
  );
  return String(literal.values[0]);
}
