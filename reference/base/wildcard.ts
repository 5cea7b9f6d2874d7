import { refuse } from './service-error.ts';

/** Returns whether a whole text matches a pattern, in time at most proportional to pattern length times text length. */
export type TextTest = (text: string) => boolean;

/**
 * The steps of a pattern: the code of a literal character, `anyCharacter` (`?`), or `anyRun` (`*`). Numbers, because a
 * pattern may have a million steps.
 */
type Steps = Uint32Array;

const anyCharacter = 0x4000_0000;
const anyRun = 0x4000_0001;

/** Added to the code of a character that is several characters in lower case. */
const unfolded = 0x2000_0000;

const star = 0x2a;
const questionMark = 0x3f;
const backslash = 0x5c;

/** Returns the test for a pattern of names: `*` matches any run of characters, everything else is literal. */
export function globMatcher(pattern: string): TextTest {
  return matcherOf(codesOf(pattern).map((code) => (code === star ? anyRun : code)));
}

interface WildcardOptions {
  readonly caseInsensitive?: boolean;
  /** True: the test throws illegal_argument_exception for a text that would take too long. */
  readonly limited?: boolean;
}

/** Maximum number of comparisons for a limited test, and for each character of the text. */
const maxComparisons = 2 ** 22;
const comparisonsOfCharacter = 8;

/**
 * Returns the test for a pattern of a wildcard query or LIKE: `*` matches any run of characters, `?` any one character,
 * and a backslash makes the next character literal.
 */
export function wildcardMatcher(
  pattern: string,
  { caseInsensitive = false, limited = false }: WildcardOptions = {},
): TextTest {
  const steps = parseWildcard(pattern);
  if (!caseInsensitive) return matcherOf(steps, limited);
  const folded = steps.map((step) => (isLiteral(step) ? fold(step) : step));
  return (text) => runSteps(folded, codesOf(text).map(fold));
}

/** Returns the prefix that all matches of a pattern of `wildcardMatcher` have in common. */
export function literalPrefix(pattern: string): string {
  const steps = parseWildcard(pattern);
  return textOf(steps, 0, literalsFrom(steps, 0));
}

function codesOf(text: string): Uint32Array {
  const codes = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    codes[count++] = code;
    if (code > 0xffff) at++;
  }
  return codes.subarray(0, count);
}

function textOf(codes: Uint32Array, from: number, to: number): string {
  const bytes = Buffer.allocUnsafe(4 * Math.max(0, to - from));
  let length = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at] ?? 0;
    if (code > 0xffff) length = bytes.writeUint16LE(0xd7c0 + (code >>> 10), length);
    length = bytes.writeUint16LE(code > 0xffff ? 0xdc00 + (code & 0x3ff) : code, length);
  }
  return bytes.toString('utf16le', 0, length);
}

function fold(code: number): number {
  const lower = String.fromCodePoint(code).toLowerCase();
  const folded = lower.codePointAt(0) ?? 0;
  return lower.length > (folded > 0xffff ? 2 : 1) ? unfolded + code : folded;
}

function isLiteral(step: number): boolean {
  return step < anyCharacter;
}

function parseWildcard(pattern: string): Steps {
  const codes = codesOf(pattern);
  const steps = new Uint32Array(codes.length);
  let count = 0;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    // A backslash at the end is literal.
    if (code === backslash && at + 1 < codes.length) steps[count++] = codes[++at] ?? 0;
    else if (code === star) steps[count++] = anyRun;
    else if (code === questionMark) steps[count++] = anyCharacter;
    else steps[count++] = code;
  }
  return steps.subarray(0, count);
}

function matcherOf(steps: Steps, limited = false): TextTest {
  const most = (text: string): number =>
    limited ? maxComparisons + comparisonsOfCharacter * text.length : Infinity;
  return simpleTest(steps) ?? ((text) => runSteps(steps, codesOf(text), most(text)));
}

/** The most common patterns: a text, with or without one star before and after it. */
function simpleTest(steps: Steps): TextTest | undefined {
  const before = steps[0] === anyRun;
  const after = steps.length > 1 && steps.at(-1) === anyRun;
  const from = before ? 1 : 0;
  const to = after ? steps.length - 1 : steps.length;
  if (literalsFrom(steps, from) < to) return undefined;
  const part = textOf(steps, from, to);
  if (before && after) return (text) => text.includes(part);
  if (before) return (text) => text.endsWith(part);
  return after ? (text) => text.startsWith(part) : (text) => text === part;
}

/** Returns the position of the first step from `from` on that is not a literal character, or the number of steps. */
function literalsFrom(steps: Steps, from: number): number {
  let at = from;
  while (isLiteral(steps[at] ?? anyRun)) at++;
  return at;
}

/** After a mismatch the last star matches one more character; earlier stars never need to be extended. */
function runSteps(steps: Steps, codes: Uint32Array, most = Infinity): boolean {
  let at = 0;
  let step = 0;
  let run = -1;
  let taken = 0;
  let compared = 0;
  while (at < codes.length) {
    const current = steps[step];
    if (current === anyRun) {
      run = step++;
      taken = at;
    } else if (current === anyCharacter || current === codes[at]) {
      at++;
      step++;
    } else if (run !== -1) {
      compared += step - run;
      if (compared > most) return refuse('the pattern takes too long on this text');
      step = run + 1;
      at = ++taken;
    } else return false;
  }
  while (steps[step] === anyRun) step++;
  return step === steps.length;
}
