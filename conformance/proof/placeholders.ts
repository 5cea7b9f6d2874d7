import { writeJson } from '../base/body.ts';
import type { Interceptor } from '../run/mutation.ts';
import { onQueryBody, textOfQuery, withMember } from './query-interceptors.ts';
import { listOf, type Members, membersOf } from './interceptors.ts';

/** A placeholder in the text of a query. */
export interface Placeholder {
  /** True for `??`, the placeholder for a name. */
  readonly isName: boolean;
  readonly style: 'named' | 'positional' | 'anonymous';
  /** The name or the digits after the question marks; empty for an anonymous placeholder. */
  readonly label: string;
  /** The number of preceding placeholders of the same style. */
  readonly turn: number;
  /** The number of preceding placeholders of the same style and the same `isName`. */
  readonly turnOfKind: number;
  /** True if an opening bracket follows. */
  readonly isCalled: boolean;
  /** True if it is preceded or followed by a dot. */
  readonly isSegment: boolean;
}

/** A way to bind parameters: selects the entry for a placeholder, and writes it into the query. */
export interface Binding {
  readonly entryOf: (place: Placeholder, params: readonly unknown[], text: string) => unknown;
  readonly write: (entry: unknown, place: Placeholder) => string;
}

/** Matches placeholders, and string literals to skip the question marks in them. */
const pieces = /"""[\s\S]*?"""|"(?:[^"\\]|\\.)*"|(\?\??)(\w*)/g;

/** Returns the placeholders of a query, from left to right. */
export function placeholdersIn(text: string): readonly Placeholder[] {
  const found: Placeholder[] = [];
  for (const match of text.matchAll(pieces)) {
    const [token, marks, label = ''] = match;
    if (marks === undefined) continue;
    const end = match.index + token.length;
    const style = styleOf(label);
    const isName = marks.length > 1;
    const same = found.filter((earlier) => earlier.style === style);
    found.push({
      isName,
      style,
      label,
      turn: same.length,
      turnOfKind: same.filter((earlier) => earlier.isName === isName).length,
      isCalled: text[end] === '(',
      isSegment: text[end] === '.' || text[match.index - 1] === '.',
    });
  }
  return found;
}

/** Writes the parameters into the text of every query for which `fits` is true, and forwards it without `params`. */
export function writingParameters(
  binding: Binding,
  fits: (places: readonly Placeholder[], body: Members) => boolean = () => true,
): Interceptor {
  return onQueryBody((body) => {
    const text = textOfQuery(body);
    const places = placeholdersIn(text);
    if (places.length === 0 || !('params' in body) || !fits(places, body)) return body;
    const params = listOf(body['params']);
    let next = 0;
    const written = text.replace(pieces, (token, marks: string | undefined) => {
      const place = places[next];
      if (marks === undefined || place === undefined) return token;
      next += 1;
      return binding.write(binding.entryOf(place, params, text), place);
    });
    return withMember({ ...body, query: written }, 'params', undefined);
  });
}

/** Returns the correct entry for a placeholder, even if the query mixes styles; null if there is none. */
export function rightEntry(place: Placeholder, params: readonly unknown[]): unknown {
  if (place.style === 'named') return entryNamed(place.label, params);
  const at = place.style === 'positional' ? Number(place.label) - 1 : place.turn;
  return entryAt(at, params);
}

/** Returns the value at an index of `params`; for an object with one member, the value of that member. */
export function entryAt(at: number, params: readonly unknown[]): unknown {
  const entry = params[at] ?? null;
  return typeof entry === 'object' && entry !== null ? Object.values(entry)[0] : entry;
}

/** Writes an entry correctly: as a JSON literal, or as an identifier for a name. */
export function rightText(entry: unknown, place: Placeholder): string {
  if (!place.isName) return writeJson(entry);
  return place.isCalled ? String(entry) : `\`${String(entry).replaceAll('`', '``')}\``;
}

function entryNamed(name: string, params: readonly unknown[]): unknown {
  const entry = params.map(membersOf).find((members) => name in members);
  return entry?.[name] ?? null;
}

function styleOf(label: string): Placeholder['style'] {
  if (label === '') return 'anonymous';
  return /^\d/.test(label) ? 'positional' : 'named';
}
