import { at, defined } from '../../base/assert.ts';
import type { DissectKey, DissectPart } from './dissect-pattern.ts';
import { parseDissect } from './dissect-pattern.ts';
import type { Extraction } from './extraction.ts';

/**
 * Compiles a pattern such as `%{clientip} - [%{day}/%{month}]`. Each part ends at the first occurrence of the next
 * delimiter. Throws a PatternProblem if the pattern is invalid.
 */
export function compileDissect(pattern: string, separator: string): Extraction {
  const { lead, parts } = parseDissect(pattern);
  const names = namesOf(parts);
  const columns = names.map((name) => ({ name, type: 'keyword' as const }));
  const appended = orderOf(parts);
  return {
    columns,
    extract(text) {
      const pieces = divide(text, lead, parts);
      if (pieces === undefined) return undefined;
      return names.map((name) =>
        defined(appended.get(name), `parts of ${name}`)
          .map((part) => at(pieces, part))
          .join(separator),
      );
    },
  };
}

function namesOf(parts: readonly DissectPart[]): readonly string[] {
  return [...new Set(parts.flatMap(({ key }) => (key.kind === 'skip' ? [] : key.name)))];
}

/** Returns the parts of each column: in the order of the pattern, or of the numbers after their names. */
function orderOf(parts: readonly DissectPart[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, { readonly at: number; readonly key: DissectKey }[]>();
  for (const [at, { key }] of parts.entries()) {
    if (key.kind === 'skip') continue;
    const known = found.get(key.name) ?? [];
    known.push({ at, key });
    found.set(key.name, known);
  }
  return new Map(
    [...found].map(([name, uses]) => [
      name,
      uses.sort((a, b) => a.key.order - b.key.order || a.at - b.at).map(({ at }) => at),
    ]),
  );
}

function divide(
  text: string,
  lead: string,
  parts: readonly DissectPart[],
): readonly string[] | undefined {
  if (!text.startsWith(lead)) return undefined;
  const pieces: string[] = [];
  let at = lead.length;
  for (const { key, delimiter } of parts) {
    const end = delimiter === '' ? text.length : text.indexOf(delimiter, at);
    if (end < 0) return undefined;
    pieces.push(text.slice(at, end));
    at = end + delimiter.length;
    // `->`: the delimiter may be repeated.
    if (key.padded && delimiter !== '') at = afterAll(text, delimiter, at);
  }
  return pieces;
}

/** Returns the position after any number of occurrences of a delimiter. */
function afterAll(text: string, delimiter: string, start: number): number {
  let at = start;
  while (text.startsWith(delimiter, at)) at += delimiter.length;
  return at;
}
