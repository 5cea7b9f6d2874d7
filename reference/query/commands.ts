import { showJson } from '../base/json.ts';
import type {
  CommandContent,
  NameTree,
  SourceLocation,
  LiteralTree,
  AggregateTree,
  NamedTree,
  NamePattern,
  RenameTree,
} from '../plan/syntax.ts';
import { readLiteral } from './literals.ts';
import { readName, readNamePattern } from './names.ts';
import { readSortKey } from './operators.ts';
import { QueryProblem } from '../plan/expression.ts';
import type { Parser } from './params.ts';

/** Parses the rest of a command after its name, up to the next `|`. */
export type CommandReader = (parser: Parser) => CommandContent;

/** Commands that begin a query. query.source-commands. */
export const sourceCommands: ReadonlyMap<string, CommandReader> = new Map<string, CommandReader>([
  ['from', readFrom],
  ['row', (parser) => ({ kind: 'row', values: readFields(parser) })],
  [
    'show',
    ({ cursor }) => {
      cursor.expectWord('info');
      return { kind: 'show' };
    },
  ],
]);

/** query.commands: commands that process the rows of the previous one. */
export const pipedCommands: ReadonlyMap<string, CommandReader> = new Map<string, CommandReader>([
  ['drop', readDrop],
  ['eval', (parser) => ({ kind: 'eval', values: readFields(parser) })],
  ['keep', readKeep],
  ['limit', readLimit],
  ['mv_expand', (parser) => ({ kind: 'expand', column: readName(parser) })],
  ['rename', readRename],
  ['sort', (parser) => ({ kind: 'sort', keys: parser.cursor.list(() => readSortKey(parser)) })],
  ['stats', readStats],
  ['where', (parser) => ({ kind: 'where', condition: parser.expression() })],
]);

const metadataNames = ['_id', '_ignored', '_index', '_source', '_version'] as const;

/**
 * from = "FROM" index {"," index} ["METADATA" name {"," name}]; an index is a name, a pattern or date math, in quotes
 * if it contains other characters.
 */
function readFrom(parser: Parser): CommandContent {
  const { cursor } = parser;
  const indices = cursor.list(() => readIndex(parser));
  const metadata = cursor.acceptWord('metadata') ? cursor.list(() => readMetadata(parser)) : [];
  return { kind: 'from', target: indices.join(','), metadata };
}

function readIndex({ cursor }: Parser): string {
  const { kind, value } = cursor.peek();
  const isIndex = (kind === 'source' || kind === 'string') && value !== '';
  if (!isIndex) return cursor.fail('UNQUOTED_SOURCE', 'QUOTED_STRING');
  return cursor.take().value;
}

function readMetadata({ cursor }: Parser): NameTree {
  const { kind, value } = cursor.peek();
  if (kind !== 'source') return cursor.fail('UNQUOTED_SOURCE');
  const place: SourceLocation = cursor.placeOf(cursor.take());
  if (metadataNames.some((name) => name === value)) return { kind: 'name', name: value, place };
  throw new QueryProblem(
    place,
    `unsupported metadata field [${value}], the ones that are known are [${metadataNames.join(', ')}]`,
  );
}

/** limit = "LIMIT" integer */
function readLimit(parser: Parser): CommandContent {
  const { cursor } = parser;
  const isNegative = cursor.atSymbol('-');
  const literal = isNegative ? undefined : readLiteral(parser);
  if (literal === undefined) return cursor.fail('INTEGER_LITERAL', "'?'");
  return { kind: 'limit', count: countOf(literal) };
}

function countOf({ type, values, place }: LiteralTree): number {
  const [value] = values;
  const isWhole = type === 'integer' || type === 'long';
  if (isWhole && values.length === 1 && Number(value) >= 0) return Number(value);
  throw new QueryProblem(
    place,
    `value of [limit ${place.text}] must be a non negative integer, found value [${showJson(value ?? null)}] type [${type}]`,
  );
}

/**
 * stats = "STATS" [aggregate {"," aggregate}] ["BY" fields]; aggregate = field ["WHERE" expression]
 *
 * query.stats.
 */
function readStats(parser: Parser): CommandContent {
  const { cursor } = parser;
  const aggregates = cursor.atWord('by') ? [] : cursor.list(() => readAggregate(parser));
  const by = cursor.acceptWord('by') ? readFields(parser) : [];
  return { kind: 'stats', aggregates, by };
}

function readAggregate(parser: Parser): AggregateTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const field = readField(parser);
  const where = cursor.acceptWord('where') ? parser.expression() : undefined;
  // The default name is the text, including the condition.
  const place = cursor.placeFrom(start);
  const isNamed = field.name !== field.place.text;
  return { ...field, name: isNamed ? field.name : place.text, place, where };
}

/** fields = field {"," field} */
function readFields(parser: Parser): readonly NamedTree[] {
  return parser.cursor.list(() => readField(parser));
}

/** field = [name "="] expression; the default name is that of the column, or else the text of the expression. */
function readField(parser: Parser): NamedTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const given = namesField(parser) ? readTarget(parser) : undefined;
  const first = cursor.peek();
  const value = parser.expression();
  const own = value.kind === 'name' ? value.name : cursor.placeFrom(first).text;
  return { name: given?.name ?? own, value, place: cursor.placeFrom(start) };
}

function readTarget(parser: Parser): NameTree {
  const name = readName(parser);
  parser.cursor.expectSymbol('=');
  return name;
}

/** Returns whether a name, possibly with dots, and `=` follow. */
function namesField({ cursor }: Parser): boolean {
  let ahead = 0;
  while (['word', 'quoted_name', 'param'].includes(cursor.peek(ahead).kind)) {
    if (cursor.atSymbol('=', ahead + 1)) return true;
    if (!cursor.atSymbol('.', ahead + 1)) return false;
    ahead += 2;
  }
  return false;
}

/** keep = "KEEP" pattern {"," pattern} */
function readKeep(parser: Parser): CommandContent {
  return { kind: 'keep', names: parser.cursor.list(() => readNamePattern(parser)) };
}

/** drop = "DROP" pattern {"," pattern} */
function readDrop(parser: Parser): CommandContent {
  return { kind: 'drop', names: parser.cursor.list(() => readDropped(parser)) };
}

function readDropped(parser: Parser): NamePattern {
  const found = readNamePattern(parser);
  if (found.literal || found.pattern !== '*') return found;
  throw new QueryProblem(found.place, 'Removing all fields is not allowed [*]');
}

/** rename = "RENAME" change {"," change} */
function readRename(parser: Parser): CommandContent {
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
