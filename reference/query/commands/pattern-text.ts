import { readText } from '../expressions/primary.ts';
import type { Parser } from '../parser.ts';
import { SyntaxProblem } from '../syntax-problem.ts';

/** Parses the text of a pattern: a string in quotes or a placeholder for one. */
export function readPatternText(parser: Parser): string {
  const literal = readText(
    parser,
    ({ place, type }) =>
      new SyntaxProblem(place, `Invalid pattern [${place.text}]: expected string, found ${type}`),
  );
  return String(literal.values[0]);
}
