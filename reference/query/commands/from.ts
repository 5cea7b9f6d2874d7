import type { CommandTree, NameTree, SourceLocation } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import { listOf } from '../parser.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import type { Token } from '../token.ts';

const metadataNames = ['_id', '_ignored', '_index', '_score', '_source', '_version'] as const;

/**
 * from = "FROM" index {"," index} ["METADATA" name {"," name}]; an index is a name, a pattern or date math, in quotes
 * if it contains other characters.
 *
 * query.source-commands.
 */
export function readFrom(parser: Parser, start: Token): CommandTree {
  const { cursor } = parser;
  const indices = listOf(parser, () => readIndex(parser));
  const metadata = cursor.acceptWord('metadata') ? listOf(parser, () => readMetadata(parser)) : [];
  return { kind: 'from', target: indices.join(','), metadata, place: cursor.placeFrom(start) };
}

function readIndex({ cursor }: Parser): string {
  let name = readIndexPart(cursor.peek());
  if (name === undefined) return cursor.fail('UNQUOTED_SOURCE', 'QUOTED_STRING');
  let { end } = cursor.take();
  // `cluster:index` and `index::part` are read as one name; no index has such a name.
  while (cursor.atSymbol(':') || cursor.atSymbol('::')) {
    if (cursor.peek().start !== end) break;
    name += cursor.take().text;
    const part = readIndexPart(cursor.peek());
    if (part === undefined) return cursor.fail('UNQUOTED_SOURCE', 'QUOTED_STRING');
    name += part;
    end = cursor.take().end;
  }
  return name;
}

function readIndexPart({ kind, value }: Token): string | undefined {
  return (kind === 'source' || kind === 'string') && value !== '' ? value : undefined;
}

function readMetadata({ cursor }: Parser): NameTree {
  const { kind, value } = cursor.peek();
  if (kind !== 'source') return cursor.fail('UNQUOTED_SOURCE');
  const place: SourceLocation = cursor.placeOf(cursor.take());
  if (metadataNames.some((name) => name === value)) return { kind: 'name', name: value, place };
  throw new SyntaxProblem(
    place,
    `unsupported metadata field [${value}], the ones that are known are [${metadataNames.join(', ')}]`,
  );
}
