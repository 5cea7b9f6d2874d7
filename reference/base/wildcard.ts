/** Returns whether a whole text matches a pattern, in time at most proportional to pattern length times text length. */
export type TextTest = (text: string) => boolean;

/** One step of a pattern: a literal character, any character (`?`), or any run of characters (`*`). */
type Step = { readonly literal: string } | '?' | '*';

/** Returns the test for a pattern of names: `*` matches any run of characters, everything else is literal. */
export function globMatcher(pattern: string): TextTest {
  const steps = Array.from(pattern, (character) => (character === '*' ? '*' : literal(character)));
  return matcherOf(steps);
}

/**
 * Returns the test for a pattern of a wildcard query or LIKE: `*` matches any run of characters, `?` any one character,
 * and a backslash makes the next character literal.
 */
export function wildcardMatcher(
  pattern: string,
  { caseInsensitive = false }: { readonly caseInsensitive?: boolean } = {},
): TextTest {
  if (!caseInsensitive) return matcherOf(parseWildcard(pattern));
  const fold = (character: string): string => character.toLowerCase();
  const steps = parseWildcard(pattern).map((step) =>
    typeof step === 'string' ? step : literal(fold(step.literal)),
  );
  return (text) => runSteps(steps, Array.from(text, fold));
}

/** Returns the prefix that all matches of a pattern of `wildcardMatcher` have in common. */
export function literalPrefix(pattern: string): string {
  let prefix = '';
  for (const step of parseWildcard(pattern)) {
    if (typeof step === 'string') return prefix;
    prefix += step.literal;
  }
  return prefix;
}

function literal(character: string): Step {
  return { literal: character };
}

function parseWildcard(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  let isEscaped = false;
  for (const character of pattern) {
    if (isEscaped) steps.push(literal(character));
    else if (character === '*' || character === '?') steps.push(character);
    else if (character !== '\\') steps.push(literal(character));
    isEscaped = !isEscaped && character === '\\';
  }
  // A backslash at the end is literal.
  if (isEscaped) steps.push(literal('\\'));
  return steps;
}

function matcherOf(steps: readonly Step[]): TextTest {
  return simpleTest(steps) ?? ((text) => runSteps(steps, Array.from(text)));
}

/** The most common patterns: a text, with or without one star before and after it. */
function simpleTest(steps: readonly Step[]): TextTest | undefined {
  const before = steps[0] === '*';
  const after = steps.length > 1 && steps.at(-1) === '*';
  let part = '';
  for (const step of steps.slice(before ? 1 : 0, after ? -1 : undefined)) {
    if (typeof step === 'string') return undefined;
    part += step.literal;
  }
  if (before && after) return (text) => text.includes(part);
  if (before) return (text) => text.endsWith(part);
  return after ? (text) => text.startsWith(part) : (text) => text === part;
}

/** After a mismatch the last star matches one more character; earlier stars never need to be extended. */
function runSteps(steps: readonly Step[], characters: readonly string[]): boolean {
  let at = 0;
  let step = 0;
  let star = -1;
  let taken = 0;
  while (at < characters.length) {
    const current = steps[step];
    if (current === '*') {
      star = step++;
      taken = at;
    } else if (isMet(current, characters[at])) {
      at++;
      step++;
    } else if (star !== -1) {
      step = star + 1;
      at = ++taken;
    } else return false;
  }
  while (steps[step] === '*') step++;
  return step === steps.length;
}

function isMet(step: Step | undefined, character: string | undefined): boolean {
  return step === '?' || (typeof step === 'object' && step.literal === character);
}
