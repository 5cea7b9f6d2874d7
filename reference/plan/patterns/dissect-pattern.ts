import { PatternProblem } from './extraction.ts';
import { namedBraces } from './named-braces.ts';

/** The use of a matched part: the value of a column, a part of the value of a column, or nothing. */
export interface DissectKey {
  readonly kind: 'value' | 'append' | 'skip';
  readonly name: string;
  /** Position among the parts of one column; by default their order in the pattern. */
  readonly order: number;
  /** True if the delimiter after it may be repeated. */
  readonly padded: boolean;
}

/** A key of a pattern and the delimiter after it. */
export interface DissectPart {
  readonly key: DissectKey;
  /** Text between this part and the next; empty at the end. */
  readonly delimiter: string;
}

/** Maximum number of keys in a pattern. */
const maxKeys = 1000;

/**
 * Parses a pattern; returns the text before the first part, and the parts. Throws a PatternProblem if it is invalid.
 */
export function parseDissect(pattern: string): {
  readonly lead: string;
  readonly parts: readonly DissectPart[];
} {
  const found = [...namedBraces(pattern)];
  const [first] = found;
  if (first === undefined) throw invalid(pattern, 'it has no key such as %{name}');
  if (found.length > maxKeys) throw invalid(pattern, `it has more than ${maxKeys} keys`);
  const parts = found.map(({ end, inner }, nth) => {
    const delimiter = pattern.slice(end, found[nth + 1]?.start ?? pattern.length);
    return { key: parseKey(inner, pattern), delimiter };
  });
  check(parts, pattern);
  return { lead: pattern.slice(0, first.start), parts };
}

function parseKey(text: string, pattern: string): DissectKey {
  const padded = text.endsWith('->');
  const inner = padded ? text.slice(0, -2) : text;
  if (/^[*&]/.test(inner)) {
    throw new PatternProblem(
      `Reference keys not supported in dissect patterns: [%{${text.slice(0, 200)}}]`,
    );
  }
  if (inner === '' || inner.startsWith('?')) {
    return { kind: 'skip', name: inner.slice(1), order: 0, padded };
  }
  if (!inner.startsWith('+')) return { kind: 'value', name: inner, order: 0, padded };
  const [, name = '', order = '0'] = /^\+([^/]*)(?:\/(\d{1,6}))?$/.exec(inner) ?? [];
  if (name === '') throw invalid(pattern, `the key [%{${text.slice(0, 200)}}] has no name`);
  return { kind: 'append', name, order: Number(order), padded };
}

function check(parts: readonly DissectPart[], pattern: string): void {
  const names = parts.flatMap(({ key }) => (key.kind === 'value' ? [key.name] : []));
  const double = names.find((name, at) => names.indexOf(name) !== at);
  if (double !== undefined) throw invalid(pattern, `the key [${double}] occurs twice`);
  if (parts.every(({ key }) => key.kind === 'skip')) {
    throw invalid(pattern, 'it has no key with a name');
  }
  const touching = parts.findIndex(
    ({ delimiter }, at) => delimiter === '' && at < parts.length - 1,
  );
  if (touching >= 0)
    throw invalid(
      pattern,
      `there is no delimiter between keys ${touching + 1} and ${touching + 2}`,
    );
}

function invalid(pattern: string, reason: string): PatternProblem {
  return new PatternProblem(`Invalid pattern for dissect: [${pattern.slice(0, 200)}]: ${reason}`);
}
