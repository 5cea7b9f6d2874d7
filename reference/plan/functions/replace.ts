import { refuse } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import { compileRegex, takesTooLong, tooLong } from './regex.ts';
import type { RowResult } from './call.ts';
import { rememberLast } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { defineFor } from './define.ts';
import { argumentProblem } from './problems.ts';

const maxCharacters = 1_048_576;

/** A part of a replacement: a text, or the number of a group. */
type Part = string | number;

/** Parses a replacement: `$1` is a group, a backslash escapes the next character. */
function readReplacement(text: string): readonly Part[] {
  return Array.from(text.matchAll(/\\([^])|\$(\d{1,9})|[^\\$]+|[\\$]/g), (match) => {
    const [sign, escaped, group] = match;
    if (sign === '\\' || sign === '$') {
      return refuse(`Illegal group reference in [${text.slice(0, 200)}]`);
    }
    return group === undefined ? (escaped ?? sign) : Number(group);
  });
}

/**
 * Returns a text with all matches replaced, or the problem if it would be too long or take too long. It pauses after each
 * match.
 */
function* replaceAll(
  text: string,
  regex: ReturnType<typeof compileRegex>,
  parts: readonly Part[],
): Work<RowResult> {
  const matcher = regex.matcher(text);
  const missing = parts.find((part) => typeof part === 'number' && part > matcher.groupCount());
  let made = '';
  let done = 0;
  for (let searches = 1; ; searches++) {
    const isLong = searches * parts.length > maxCharacters;
    if (isLong || takesTooLong(regex, text, searches)) return argumentProblem(tooLong);
    if (!matcher.find()) return made + text.slice(done);
    if (missing !== undefined) return argumentProblem(`No group ${missing}`);
    made += text.slice(done, matcher.start());
    for (const part of parts) {
      made += typeof part === 'string' ? part : (matcher.group(part) ?? '');
      if (made.length <= maxCharacters) continue;
      return argumentProblem(`the text would have more than [${maxCharacters}] characters`);
    }
    done = matcher.end();
    yield;
  }
}

/** `replace`. */
export const replaceFunction: FunctionDefinition = defineFor(
  'replace(string: string, regex: string, newString: string): keyword',
  'The text with all matches of a regular expression replaced; `$1` in the replacement is the first group.',
  () => {
    const regexes = rememberLast(compileRegex);
    const replacements = rememberLast(readReplacement);
    return (text: string, regex: string, newText: string) =>
      replaceAll(text, regexes(regex), replacements(newText));
  },
);
