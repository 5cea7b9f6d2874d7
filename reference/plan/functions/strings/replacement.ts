import { PatternProblem } from '../../patterns/extraction.ts';

/** The parts of a replacement: a text, or the number of a group. */
export type Replacement = readonly (string | number)[];

/** Parses a replacement: `$1` is a group, a backslash escapes the next character. */
export function readReplacement(text: string): Replacement {
  if (!/[\\$]/.test(text)) return [text];
  return Array.from(text.matchAll(/\\([\s\S]?)|\$(\d{0,9})|[^\\$]+/g), ([sign, escaped, group]) => {
    if (escaped !== undefined && escaped !== '') return escaped;
    if (group !== undefined && group !== '') return Number(group);
    if (sign.startsWith('\\') || sign.startsWith('$')) {
      throw new PatternProblem(`Illegal group reference in [${text.slice(0, 200)}]`);
    }
    return sign;
  });
}

/** The groups of a match; the first is the whole. */
export interface MatchGroups {
  readonly count: number;
  readonly at: (nth: number) => string | undefined;
}

/** Takes the groups of a match; returns the text that replaces it. */
export function writeReplacement(replacement: Replacement, groups: MatchGroups): string {
  return replacement
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part >= groups.count) throw new PatternProblem(`No group ${part}`);
      return groups.at(part) ?? '';
    })
    .join('');
}
