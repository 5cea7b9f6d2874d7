import { parse } from '@cucumber/tag-expressions';
import { UsageError } from '../base/errors.ts';

/** A parsed tag expression, and the tags in it; tags are without `@`. */
export interface TagExpression {
  readonly matches: (tags: readonly string[]) => boolean;
  readonly tags: readonly string[];
}

const operators = ['and', 'or', 'not'];

/** Parses a tag expression such as `@a and not (@b or @c)`. Throws UsageError if it is malformed. */
export function parseTagExpression(text: string): TagExpression {
  const words = text.match(/[^\s()]+/g) ?? [];
  const tags = words.filter((word) => !operators.includes(word));
  const wrong = tags.find((tag) => !tag.startsWith('@'));
  if (wrong !== undefined) {
    throw new UsageError(`--tags "${text}": "${wrong}" is not a tag; tags begin with @`);
  }
  if (tags.length === 0) throw new UsageError(`--tags "${text}": there is no tag`);
  const expression = parsed(text);
  return {
    matches: (own) => expression.evaluate(own.map((tag) => `@${tag}`)),
    tags: tags.map((tag) => tag.slice(1)),
  };
}

function parsed(text: string): ReturnType<typeof parse> {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`--tags: ${error instanceof Error ? error.message : String(error)}`);
  }
}
