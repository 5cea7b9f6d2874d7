import { refuse } from './service-error.ts';

/** Returns whether a whole text matches a pattern. */
export type TextTest = (text: string) => boolean;

/** What a place of a pattern stands for: a code unit itself, any character, or any run of them. */
type Step = number;

const anyOne: Step = -1;
const anyRun: Step = -2;

const star = '*'.charCodeAt(0);

const special: ReadonlyMap<string, Step> = new Map([
  ['*', anyRun],
  ['?', anyOne],
]);

/** The comparisons of characters that are left for one text, or for all patterns and names of one task. */
export interface MatchBudget {
  left: number;
  /** The reason of the refusal when none is left. */
  readonly problem: string;
}

/** Returns the budget of one task, which takes about 30 ms. */
export function newMatchBudget(): MatchBudget {
  return { left: 2 ** 23, problem: 'the patterns take too long on all these names' };
}

/** Takes comparisons from a budget; throws illegal_argument_exception if none is left. */
export function spend(budget: MatchBudget, comparisons: number): void {
  budget.left -= comparisons;
  if (budget.left < 0) refuse(budget.problem);
}

/** The most comparisons of one pattern with one text. */
const maxOfText = 2 ** 24;

/** What a test takes beside its comparisons, and a character of a pattern that is read, counted in comparisons. */
const testCost = 4;
const readCost = 8;

/** The most characters of a pattern of a wildcard query or LIKE. */
const maxPattern = 32_766;

interface WildcardOptions {
  readonly caseInsensitive?: boolean;
}

/**
 * Returns the test for a pattern of names: `*` matches any run of characters, everything else is literal. Patterns that are
 * tried on the same names share their budget. The test throws illegal_argument_exception if none is left.
 */
export function globMatcher(pattern: string, budget?: MatchBudget): TextTest {
  const steps = pattern.split('').map((unit) => (unit === '*' ? anyRun : unit.charCodeAt(0)));
  return matcherOf(steps, { budget });
}

/** Returns the test whether a name matches one of some patterns. */
export function anyGlob(patterns: readonly string[], budget = newMatchBudget()): TextTest {
  const tests = patterns.map((pattern) => globMatcher(pattern, budget));
  return (name) => tests.some((matches) => matches(name));
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
  const matches = anyGlob(patterns);
  const chosen = [...table].filter(([name]) => matches(name));
  return chosen.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/**
 * Returns the test whether a pattern, in which `*` and `?` are special, matches all that another pattern or a name
 * matches. Only `*` matches `*`. Patterns share their budget as those of `globMatcher` do.
 */
export function coverMatcher(pattern: string, budget?: MatchBudget): TextTest {
  const steps = pattern.split('').map(stepOf);
  return matcherOf(steps, { fitsAny: (code) => code !== star, budget });
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
    written.length > 1 && written.startsWith('\\') ? written.charCodeAt(1) : stepOf(written),
  );
}

function stepOf(unit: string): Step {
  return special.get(unit) ?? unit.charCodeAt(0);
}

interface MatchOptions {
  /** The characters that any one may be. */
  readonly fitsAny?: (code: number) => boolean;
  /** Default: one for each text. */
  readonly budget?: MatchBudget | undefined;
}

/** Takes the steps of a pattern. After a mismatch the last run is made longer. */
function matcherOf(
  steps: readonly Step[],
  { fitsAny = () => true, budget: shared }: MatchOptions = {},
): TextTest {
  if (shared !== undefined) spend(shared, readCost * steps.length);
  return (text) => {
    const budget = shared ?? {
      left: maxOfText,
      problem: 'the pattern takes too long on this text',
    };
    budget.left -= testCost;
    let at = 0;
    let run = -1;
    let resume = 0;
    for (let of = 0; of < text.length;) {
      const step = steps[at];
      const code = text.charCodeAt(of);
      if (--budget.left < 0) return refuse(budget.problem);
      if (step === anyRun) {
        run = at++;
        resume = of;
      } else if (step === anyOne ? fitsAny(code) : step === code) {
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
