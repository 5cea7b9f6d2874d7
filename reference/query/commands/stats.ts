import type { AggregateTree, CommandTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import { listOf } from '../parser.ts';
import type { Token } from '../token.ts';
import { readField, readFields } from './fields.ts';

/**
 * stats = "STATS" [aggregate {"," aggregate}] ["BY" fields]; aggregate = field ["WHERE" expression]
 *
 * query.stats.
 */
export function readStats(parser: Parser, start: Token): CommandTree {
  return readAggregation(parser, start, false);
}

/** inlinestats = ("INLINESTATS" | "INLINE" "STATS") … like STATS, with at least one aggregate */
export function readInlineStats(parser: Parser, start: Token): CommandTree {
  if (start.text.toLowerCase() === 'inline') parser.cursor.expectWord('stats');
  return readAggregation(parser, start, true);
}

function readAggregation(parser: Parser, start: Token, inline: boolean): CommandTree {
  const { cursor } = parser;
  const aggregates =
    cursor.atWord('by') && !inline ? [] : listOf(parser, () => readAggregate(parser));
  const by = cursor.acceptWord('by') ? readFields(parser) : [];
  return { kind: 'stats', aggregates, by, inline, place: cursor.placeFrom(start) };
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
