import { PatternProblem } from '../../patterns/extraction.ts';

/** Text, or the number of a group that comes in its place. */
export type Replacement = readonly (string | number)[];

/** Takes what is put in the place of a match: `$1` for a group, a backslash before a character takes it as it is. */
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

/** Takes the groups of a match, the whole first; returns the text that comes in its place. */
export function writeReplacement(
  replacement: Replacement,
  groups: readonly (string | undefined)[],
): string {
  return replacement
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part >= groups.length) throw new PatternProblem(`No group ${part}`);
      return groups[part] ?? '';
    })
    .join('');
}
