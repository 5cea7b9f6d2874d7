import { refuse } from './service-error.ts';

/** Returns whether a whole text matches a pattern. */
export type TextTest = (text: string) => boolean;

/** One character of a text, as a part of a pattern that stands for any. */
const anyCharacter = Symbol('?');

type Step = string | typeof anyCharacter;

/** What is between two stars: a literal text, or the characters of one with `?`. */
type Part = string | readonly Step[];

/**
 * The most comparisons of a part with `?` for one text: those of `*` and of literal texts take time in proportion to the
 * text.
 */
const maxComparisons = 2 ** 22;

/** The most characters of a pattern of a wildcard query or LIKE. */
const maxPattern = 32_766;

interface WildcardOptions {
  readonly caseInsensitive?: boolean;
}

/** Returns the test for a pattern of names: `*` matches any run of characters, everything else is literal. */
export function globMatcher(pattern: string): TextTest {
  return matcherOf(pattern.split('*'));
}

/**
 * Returns the test for a pattern of a wildcard query or LIKE: `*` matches any run of characters, `?` any one character,
 * and a backslash makes the next character literal. Throws illegal_argument_exception for a pattern that is too long; so
 * does the test for a text that would take too long.
 */
export function wildcardMatcher(
  pattern: string,
  { caseInsensitive = false }: WildcardOptions = {},
): TextTest {
  if (pattern.length > maxPattern) {
    refuse(`the pattern is longer than the maximum of [${maxPattern}] characters`);
  }
  if (!caseInsensitive) return matcherOf(parseWildcard(pattern));
  const matches = matcherOf(parseWildcard(fold(pattern)));
  return (text) => matches(fold(text));
}

/** Returns a text in lower case; characters that would become several stay as they are. */
function fold(text: string): string {
  return text.replaceAll(/[\P{ASCII}A-Z]/gu, (character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  });
}

/** Returns the parts of a pattern between its stars. */
function parseWildcard(pattern: string): readonly Part[] {
  const parts: Part[] = [];
  let steps: Step[] = [];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*') {
      parts.push(partOf(steps));
      steps = [];
    } else if (character === '?') steps.push(anyCharacter);
    // A backslash at the end is literal.
    else steps.push((character === '\\' ? characters[++at] : character) ?? '\\');
  }
  return [...parts, partOf(steps)];
}

function partOf(steps: readonly Step[]): Part {
  return steps.includes(anyCharacter) ? steps : steps.join('');
}

/** Takes the parts between the stars. The first begins the text and the last ends it; those between follow in order. */
function matcherOf(parts: readonly Part[]): TextTest {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return (text) => endOf(first, text, 0) === text.length;
  const between = others.filter((part) => part !== '');
  return (text) => {
    let at = endOf(first, text, 0);
    for (const part of between) {
      if (at === -1) return false;
      at = findEnd(part, text, at);
    }
    return at !== -1 && endsWith(last, text, at);
  };
}

/** Returns the offset after a part that begins at an offset of a text, or -1. */
function endOf(part: Part, text: string, from: number): number {
  if (typeof part === 'string') return text.startsWith(part, from) ? from + part.length : -1;
  let at = from;
  for (const step of part) {
    if (at >= text.length) return -1;
    if (step === anyCharacter) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    else if (text.startsWith(step, at)) at += step.length;
    else return -1;
  }
  return at;
}

/** Returns the offset after the first place of a part from an offset on, or -1. */
function findEnd(part: Part, text: string, from: number): number {
  if (typeof part === 'string') {
    const at = text.indexOf(part, from);
    return at === -1 ? -1 : at + part.length;
  }
  const most = from + maxComparisons / part.length;
  for (let at = from; at < text.length; at++) {
    if (at > most) return refuse('the pattern takes too long on this text');
    const end = endOf(part, text, at);
    if (end !== -1) return end;
  }
  return -1;
}

/** Returns whether a text ends with a part, which begins at an offset or later. */
function endsWith(part: Part, text: string, from: number): boolean {
  if (typeof part === 'string') {
    return text.length - part.length >= from && text.endsWith(part);
  }
  let start = text.length;
  for (let left = part.length; left > 0 && start > 0; left--) {
    start -= (text.codePointAt(start - 2) ?? 0) > 0xffff ? 2 : 1;
  }
  return start >= from && endOf(part, text, start) === text.length;
}
