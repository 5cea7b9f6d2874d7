import type { CommandTree, NamePattern } from '../../plan/syntax.ts';
import { readNamePattern } from '../expressions/names.ts';
import type { Parser } from '../parser.ts';
import { listOf } from '../parser.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import type { Token } from '../token.ts';

/** drop = "DROP" pattern {"," pattern} */
export function readDrop(parser: Parser, start: Token): CommandTree {
  const names = listOf(parser, () => readPattern(parser));
  return { kind: 'drop', names, place: parser.cursor.placeFrom(start) };
}

function readPattern(parser: Parser): NamePattern {
  const found = readNamePattern(parser);
  if (found.literal || found.pattern !== '*') return found;
  throw new SyntaxProblem(found.place, 'Removing all fields is not allowed [*]');
}
