import { refuse } from './service-error.ts';

/** Returns whether a whole text matches a pattern. */
export type TextTest = (text: string) => boolean;

const anyOne = Symbol('?');
const anyRun = Symbol('*');

/** What a place of a pattern stands for: a code unit itself, any character, or any run of them. */
type Step = string | typeof anyOne | typeof anyRun;

const special: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['*', anyRun],
  ['?', anyOne],
]);

/** The most comparisons for one text. */
const maxComparisons = 2 ** 24;

/** The most characters of a pattern of a wildcard query or LIKE. */
const maxPattern = 32_766;

interface WildcardOptions {
  readonly caseInsensitive?: boolean;
}

/** Returns the test for a pattern of names: `*` matches any run of characters, everything else is literal. */
export function globMatcher(pattern: string): TextTest {
  return matcherOf(pattern.split('').map((unit) => (unit === '*' ? anyRun : unit)));
}

/**
 * Returns what names, and patterns with `*`, select in a table, ascending by name. Throws what `unknown` returns for a name that
 * selects nothing.
 */
export function selectNamed<Value>(
  table: ReadonlyMap<string, Value>,
  patterns: readonly string[],
  unknown: (name: string) => Error,
): readonly Value[] {
  const missing = patterns.find((pattern) => !pattern.includes('*') && !table.has(pattern));
  if (missing !== undefined) throw unknown(missing);
  const tests = patterns.map(globMatcher);
  const chosen = [...table].filter(([name]) => tests.some((matches) => matches(name)));
  return chosen.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/**
 * Returns the test whether a pattern, in which `*` and `?` are special, matches all that another pattern or a name
 * matches. Only `*` matches `*`.
 */
export function coverMatcher(pattern: string): TextTest {
  const steps = pattern.split('').map((unit) => special.get(unit) ?? unit);
  return matcherOf(steps, (unit) => unit !== '*');
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

/** A backslash at the end is literal. */
function parseWildcard(pattern: string): readonly Step[] {
  return Array.from(pattern.matchAll(/\\?[^]/g), ([written]) =>
    written.length > 1 && written.startsWith('\\')
      ? written.slice(1)
      : (special.get(written) ?? written),
  );
}

/** Takes the steps of a pattern, and the characters that any one may be. After a mismatch the last run is made longer. */
function matcherOf(
  steps: readonly Step[],
  fitsAny: (unit: string) => boolean = () => true,
): TextTest {
  return (text) => {
    let at = 0;
    let run = -1;
    let resume = 0;
    let comparisons = 0;
    for (let of = 0; of < text.length;) {
      const step = steps[at];
      const unit = text.charAt(of);
      if (++comparisons > maxComparisons) return refuse('the pattern takes too long on this text');
      if (step === anyRun) {
        run = at++;
        resume = of;
      } else if (step === anyOne ? fitsAny(unit) : step === unit) {
        at++;
        of += step === anyOne && (text.codePointAt(of) ?? 0) > 0xffff ? 2 : 1;
      } else if (run === -1) return false;
      else {
        at = run + 1;
        of = ++resume;
      }
    }
    while (steps[at] === anyRun) at++;
    return at === steps.length;
  };
}
