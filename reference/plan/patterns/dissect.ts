import { at } from '../../base/assert.ts';
import { refuse } from '../../base/service-error.ts';
import type { Extraction } from './extraction.ts';
import { namedBraces } from './extraction.ts';

/**
 * Compiles a pattern such as `%{clientip} - [%{day}/%{month}]`. Each part ends at the first occurrence of the next
 * delimiter. Throws illegal_argument_exception if the pattern is invalid.
 */
export function compileDissect(pattern: string, separator: string): Extraction {
  const { lead, parts } = parseDissect(pattern);
  const appended = [...orderOf(parts)];
  return {
    columns: appended.map(([name]) => ({ name, type: 'keyword' })),
    extract(text) {
      const pieces = divide(text, lead, parts);
      if (pieces === undefined) return [];
      return appended.map(([, own]) => [own.map((part) => at(pieces, part)).join(separator)]);
    },
  };
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

/** The use of a matched part: the value of a column, a part of the value of a column, or nothing. */
interface DissectKey {
  readonly kind: 'value' | 'append' | 'skip';
  readonly name: string;
  /** Position among the parts of one column; by default their order in the pattern. */
  readonly order: number;
  /** True if the delimiter after it may be repeated. */
  readonly padded: boolean;
}

/** A key of a pattern and the delimiter after it. */
interface DissectPart {
  readonly key: DissectKey;
  /** Text between this part and the next; empty at the end. */
  readonly delimiter: string;
}

/** Maximum number of keys in a pattern. */
const maxKeys = 1000;

/**
 * Parses a pattern; returns the text before the first part, and the parts. Throws illegal_argument_exception if it is invalid.
 */
function parseDissect(pattern: string) {
  const found = [...namedBraces(pattern)];
  const [first] = found;
  if (first === undefined) return invalid(pattern, 'it has no key such as %{name}');
  if (found.length > maxKeys) return invalid(pattern, `it has more than ${maxKeys} keys`);
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
    return refuse(`Reference keys not supported in dissect patterns: [%{${text.slice(0, 200)}}]`);
  }
  if (inner === '' || inner.startsWith('?')) {
    return { kind: 'skip', name: inner.slice(1), order: 0, padded };
  }
  if (!inner.startsWith('+')) return { kind: 'value', name: inner, order: 0, padded };
  const [, name = '', order = '0'] = /^\+([^/]*)(?:\/(\d{1,6}))?$/.exec(inner) ?? [];
  if (name === '') return invalid(pattern, `the key [%{${text.slice(0, 200)}}] has no name`);
  return { kind: 'append', name, order: Number(order), padded };
}

function check(parts: readonly DissectPart[], pattern: string): void {
  const names = parts.flatMap(({ key }) => (key.kind === 'value' ? [key.name] : []));
  const double = names.find((name, at) => names.indexOf(name) !== at);
  if (double !== undefined) invalid(pattern, `the key [${double}] occurs twice`);
  if (parts.every(({ key }) => key.kind === 'skip')) {
    invalid(pattern, 'it has no key with a name');
  }
  const touching = parts.findIndex(
    ({ delimiter }, at) => delimiter === '' && at < parts.length - 1,
  );
  if (touching >= 0)
    invalid(pattern, `there is no delimiter between keys ${touching + 1} and ${touching + 2}`);
}

function invalid(pattern: string, reason: string): never {
  return refuse(`Invalid pattern for dissect: [${pattern.slice(0, 200)}]: ${reason}`);
}
