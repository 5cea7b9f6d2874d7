import type { CommandTree } from '../../plan/syntax.ts';
import { readUnary } from '../expressions/primary.ts';
import type { Parser } from '../parser.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import type { Token } from '../token.ts';
import { readPatternText } from './pattern-text.ts';

/** dissect = "DISSECT" primary text ["APPEND_SEPARATOR" "=" text] */
export function readDissect(parser: Parser, start: Token): CommandTree {
  const { cursor } = parser;
  const value = readUnary(parser);
  const pattern = readPatternText(parser);
  const appendSeparator = cursor.peek().kind === 'word' ? readSeparator(parser) : '';
  return {
    kind: 'dissect',
    value,
    pattern,
    append_separator: appendSeparator,
    place: cursor.placeFrom(start),
  };
}

function readSeparator(parser: Parser): string {
  const { cursor } = parser;
  const option = cursor.take();
  if (option.text.toLowerCase() !== 'append_separator') {
    throw new SyntaxProblem(
      cursor.placeOf(option),
      `Invalid option for dissect: [${option.text}], expected [append_separator]`,
    );
  }
  cursor.expectSymbol('=');
  return readPatternText(parser);
}
