import { UsageError } from '../base/errors.ts';

/** Says whether a set of tags (without `@`) fits. */
export type TagPredicate = (tags: readonly string[]) => boolean;

/** An expression as read: its meaning, and the tags that stand in it. */
export interface TagExpression {
  readonly fits: TagPredicate;
  readonly tags: readonly string[];
}

/** What is left to read; `next` counts up. */
interface Reader {
  readonly tokens: readonly string[];
  next: number;
}

/**
 * Reads a tag expression: `@a and not (@b or @c)`. Throws UsageError where it is none.
 *
 * expression := term ('or' term)* ; term := factor ('and' factor)* ; factor := 'not' factor | '(' expression ')' | tag
 */
export function readTagExpression(text: string): TagExpression {
  const reader = { tokens: text.match(/[()]|[^\s()]+/g) ?? [], next: 0 };
  const fits = readEither(reader, text);
  const left = reader.tokens[reader.next];
  if (left !== undefined) throw wrong(text, `"${left}" stands where the expression should end`);
  const tags = reader.tokens.filter((token) => token.startsWith('@'));
  return { fits, tags: tags.map((tag) => tag.slice(1)) };
}

function readEither(reader: Reader, text: string): TagPredicate {
  let left = readBoth(reader, text);
  while (reader.tokens[reader.next] === 'or') {
    reader.next += 1;
    const [one, other] = [left, readBoth(reader, text)];
    left = (tags) => one(tags) || other(tags);
  }
  return left;
}

function readBoth(reader: Reader, text: string): TagPredicate {
  let left = readFactor(reader, text);
  while (reader.tokens[reader.next] === 'and') {
    reader.next += 1;
    const [one, other] = [left, readFactor(reader, text)];
    left = (tags) => one(tags) && other(tags);
  }
  return left;
}

function readFactor(reader: Reader, text: string): TagPredicate {
  const token = reader.tokens[reader.next];
  reader.next += 1;
  if (token === 'not') {
    const negated = readFactor(reader, text);
    return (tags) => !negated(tags);
  }
  if (token === '(') {
    const inner = readEither(reader, text);
    if (reader.tokens[reader.next] !== ')') throw wrong(text, 'a bracket is never closed');
    reader.next += 1;
    return inner;
  }
  if (token === undefined) throw wrong(text, 'it ends too early');
  if (!token.startsWith('@')) throw wrong(text, `"${token}" is no tag: tags begin with @`);
  return (tags) => tags.includes(token.slice(1));
}

function wrong(text: string, why: string): UsageError {
  return new UsageError(`--tags "${text}": ${why}`);
}
